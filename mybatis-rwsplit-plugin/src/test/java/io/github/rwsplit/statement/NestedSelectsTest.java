package io.github.rwsplit.statement;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.annotation.ConsistencyLevel.SESSION;
import static io.github.rwsplit.annotation.ConsistencyLevel.STRONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.annotation.OnEmpty;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.ibatis.annotations.Many;
import org.apache.ibatis.annotations.Result;
import org.apache.ibatis.annotations.Results;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.session.Configuration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(AcceptedAttributes.class)
class NestedSelectsTest {

  private static final String CHILD =
      "<select id='child' consistency='STRONG' resultType='map'>select 1</select>";

  @TempDir Path folder;
  private final Configuration configuration = MapperFiles.configuration();

  @ParameterizedTest
  @CsvSource({
    "EVENTUAL, EVENTUAL, EVENTUAL",
    "EVENTUAL, SESSION, SESSION",
    "EVENTUAL, STRONG, STRONG",
    "SESSION, EVENTUAL, SESSION",
    "STRONG, EVENTUAL, STRONG",
    "EVENTUAL, , EVENTUAL",
    "STRONG, , STRONG",
    ", EVENTUAL, ",
    ", SESSION, STRONG",
    ", STRONG, STRONG",
    ", , ",
  })
  void level_isTheStrictestOfBoth(
      @Nullable ConsistencyLevel parent,
      @Nullable ConsistencyLevel child,
      @Nullable ConsistencyLevel expected) {
    load(
        "<resultMap id='m' type='map'><association property='c' column='id' select='child'/>"
            + "</resultMap>"
            + select("parent", parent, "resultMap='m'")
            + select("child", child, "resultType='map'"));

    Declaration declared = declared("a.M.parent");
    assertThat(declared == null ? null : declared.level()).isEqualTo(expected);
    Declaration alone = declared("a.M.child");
    assertThat(alone == null ? null : alone.level()).isEqualTo(child);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<resultMap id='m' type='map'><association property='c' column='id' select='child'"
            + " fetchType='lazy'/></resultMap>",
        "<resultMap id='m' type='map'><collection property='c' column='id' select='a.M.child'/>"
            + "</resultMap>",
        "<resultMap id='m' type='map'><constructor><arg column='id' javaType='map'"
            + " select='child'/></constructor></resultMap>",
        "<resultMap id='m' type='map'><association property='a' javaType='map'>"
            + "<collection property='c' column='id' javaType='list' select='child'/></association>"
            + "</resultMap>",
        "<resultMap id='in' type='map'><association property='c' column='id' select='child'/>"
            + "</resultMap><resultMap id='m' type='map'><collection property='a' javaType='list'"
            + " resultMap='in'/></resultMap>",
        "<resultMap id='base' type='map'><association property='c' column='id' select='child'/>"
            + "</resultMap><resultMap id='m' type='map' extends='base'/>",
        "<resultMap id='m' type='map'><discriminator javaType='int' column='k'><case value='1'"
            + " resultType='map'><association property='c' column='id' select='child'/></case>"
            + "</discriminator></resultMap>",
        "<resultMap id='in' type='map'><association property='c' column='id' select='child'/>"
            + "</resultMap><resultMap id='m' type='map'><discriminator javaType='int' column='k'>"
            + "<case value='1' resultMap='in'/></discriminator></resultMap>",
      })
  void everyWayToLoad_countsEagerOrLazy(String resultMaps) {
    load(resultMaps + select("parent", EVENTUAL, "resultMap='m'") + CHILD);
    assertThat(declared("a.M.parent")).isEqualTo(Declaration.of(STRONG));
  }

  @Test
  void loadedSelects_countTransitively_alsoThroughAnUndeclaredOne_andInCircles() {
    load(
        "<resultMap id='m' type='map'><association property='c' column='id' select='middle'/>"
            + "</resultMap><resultMap id='n' type='map'>"
            + "<association property='c' column='id' select='child'/>"
            + "<association property='p' column='id' select='parent'/></resultMap>"
            + select("parent", EVENTUAL, "resultMap='m'")
            + select("middle", null, "resultMap='n'")
            + CHILD);
    assertThat(declared("a.M.parent")).isEqualTo(Declaration.of(STRONG));
    assertThat(declared("a.M.middle")).isEqualTo(Declaration.of(STRONG));
  }

  @Test
  void aSelectThatLoadsItself_ends() {
    load(
        "<resultMap id='m' type='map'><collection property='c' column='id' select='parent'/>"
            + "</resultMap>"
            + select("parent", EVENTUAL, "resultMap='m'"));
    assertThat(declared("a.M.parent")).isEqualTo(Declaration.of(EVENTUAL));
  }

  @Test
  void groupIsTheParents_maxLagTheNarrowest_andTheOtherGroupIsWarnedAbout() {
    load(
        "<resultMap id='m' type='map'><association property='c' column='id' select='child'/>"
            + "</resultMap><select id='parent' consistency='EVENTUAL' group='reporting'"
            + " maxLag='1m' onEmpty='PRIMARY' resultMap='m'>select 1</select>"
            + "<select id='child' consistency='EVENTUAL' maxLag='5s' resultType='map'>select 1"
            + "</select>");
    assertThat(declared("a.M.parent"))
        .isEqualTo(
            new Declaration(EVENTUAL, "reporting", Duration.ofSeconds(5), false, OnEmpty.PRIMARY));
    String resource = configuration.getMappedStatement("a.M.parent").getResource();
    assertThat(MapperFiles.catalog(configuration).verify().warnings())
        .containsExactly(
            "a.M.child runs in group 'reporting' and not in the default group where a.M.parent"
                + " loads it; let both declare one group ("
                + resource
                + ")");
  }

  @Test
  void undeclaredParent_ofAChildWithALagLimit_isStrong() {
    load(
        "<resultMap id='m' type='map'><association property='c' column='id' select='child'/>"
            + "</resultMap>"
            + select("parent", null, "resultMap='m'")
            + "<select id='child' consistency='EVENTUAL' maxLag='5s' resultType='map'>select 1"
            + "</select>");
    assertThat(declared("a.M.parent")).isEqualTo(Declaration.of(STRONG));
  }

  @Test
  void loadedSelectThatWrites_makesTheParentStrong() {
    load(
        "<resultMap id='m' type='map'><association property='c' column='id' select='child'/>"
            + "</resultMap>"
            + select("parent", EVENTUAL, "resultMap='m'")
            + select("child", EVENTUAL, "resultType='map' affectData='true'"));
    assertThat(declared("a.M.parent")).isEqualTo(Declaration.of(STRONG));
  }

  @Test
  void loadedSelectThatIsNotLoadedYet_makesTheParentStrongUntilItIs() {
    load(
        "<resultMap id='m' type='map'><association property='c' column='id' select='b.N.child'/>"
            + "</resultMap>"
            + select("parent", EVENTUAL, "resultMap='m'"));
    StatementCatalog catalog = MapperFiles.catalog(configuration);
    assertThat(catalog.verify().warnings())
        .containsExactly(
            "a.M.parent loads [b.N.child], which is not known to MyBatis yet; it runs on the"
                + " primary until it is ("
                + configuration.getMappedStatement("a.M.parent").getResource()
                + ")");
    assertThat(catalog.profile(configuration.getMappedStatement("a.M.parent")).declaration())
        .isEqualTo(Declaration.of(STRONG));

    MapperFiles.load(
        configuration,
        folder,
        "<mapper namespace='b.N'><select id='child' consistency='SESSION' resultType='map'>select 1"
            + "</select></mapper>");
    assertThat(catalog.profile(configuration.getMappedStatement("a.M.parent")).declaration())
        .isEqualTo(Declaration.of(SESSION));
  }

  interface Annotated {
    @Select("select 1")
    @io.github.rwsplit.annotation.Consistency(EVENTUAL)
    @Results(@Result(property = "c", column = "id", many = @Many(select = "items")))
    List<java.util.Map<String, Object>> orders();

    @Select("select 1")
    @io.github.rwsplit.annotation.Consistency(SESSION)
    List<java.util.Map<String, Object>> items();
  }

  @Test
  void annotatedResults_count() {
    configuration.addMapper(Annotated.class);
    assertThat(declared(Annotated.class.getName() + ".orders")).isEqualTo(Declaration.of(SESSION));
  }

  private static String select(String id, @Nullable ConsistencyLevel level, String more) {
    return "<select id='"
        + id
        + "' "
        + (level == null ? "" : "consistency='" + level + "' ")
        + more
        + ">select 1</select>";
  }

  private void load(String body) {
    MapperFiles.load(configuration, folder, "<mapper namespace='a.M'>" + body + "</mapper>");
  }

  private @Nullable Declaration declared(String id) {
    return MapperFiles.profile(configuration, id).declaration();
  }
}
