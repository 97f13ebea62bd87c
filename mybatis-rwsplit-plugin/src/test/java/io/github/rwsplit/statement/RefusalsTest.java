package io.github.rwsplit.statement;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.annotation.ConsistencyLevel.STRONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.OnEmpty;
import io.github.rwsplit.statement.DeclarationSettings.DeclaredStatements;
import java.nio.file.Path;
import java.util.List;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.apache.ibatis.session.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(AcceptedAttributes.class)
class RefusalsTest {

  private static final String LOOSE =
      MapperFiles.DOCTYPE
          + " [<!ATTLIST select consistency CDATA #IMPLIED onEmpty CDATA #IMPLIED"
          + " sideEffectFree CDATA #IMPLIED><!ATTLIST update consistency CDATA #IMPLIED>]>";
  private static final String HERE = " (io/github/rwsplit/statement/RefusalsTest.java)";

  @TempDir Path folder;
  private final Configuration configuration = MapperFiles.configuration();

  interface Writes {
    @Consistency(EVENTUAL)
    @Insert("insert into t values (1)")
    void add();

    @Consistency(STRONG)
    @Update("update t set a = 1")
    void change();

    @Consistency(EVENTUAL)
    @Delete("delete from t")
    void drop();
  }

  @Test
  void levelOnAWrite_byAnnotation() {
    configuration.addMapper(Writes.class);
    String name = Writes.class.getName();
    String resource = " (" + name.replace('.', '/') + ".java)";
    assertThat(problems())
        .containsExactly(
            name
                + ".add must be a select to declare a consistency, but was INSERT, which always"
                + " goes to the primary; remove its @Consistency"
                + resource,
            name
                + ".change must be a select to declare a consistency, but was UPDATE, which always"
                + " goes to the primary; remove its @Consistency"
                + resource,
            name
                + ".drop must be a select to declare a consistency, but was DELETE, which always"
                + " goes to the primary; remove its @Consistency"
                + resource);
  }

  @Test
  void levelOnAWrite_byAnInternalSubset() {
    String resource = load("<update id='x' consistency='STRONG'>update t set a = 1</update>");
    assertThat(problems())
        .containsExactly(
            "a.M.x must be a select to declare a consistency, but was UPDATE, which always goes to"
                + " the primary; remove its attributes ("
                + resource
                + ")");
  }

  interface Twice {
    @Consistency(value = EVENTUAL, group = "online", maxLag = "1m", onEmpty = OnEmpty.PRIMARY)
    int x();

    @Consistency(value = EVENTUAL, maxLag = "1m")
    int y();
  }

  @Test
  void xmlAndAnnotationThatDisagree() {
    String resource =
        MapperFiles.load(
            configuration,
            folder,
            "<mapper namespace='"
                + Twice.class.getName()
                + "'><select id='x' consistency='STRONG' sideEffectFree='true'>select 1</select>"
                + "<select id='y' consistency='EVENTUAL' maxLag='60s'>select 1</select></mapper>");
    assertThat(problems())
        .containsExactly(
            Twice.class.getName()
                + ".x must declare the same in XML and in its annotation, but was STRONG"
                + " sideEffectFree=true in its <select> and EVENTUAL group=online maxLag=60s"
                + " onEmpty=PRIMARY in @Consistency of its method ("
                + resource
                + ")");
  }

  @Consistency(EVENTUAL)
  interface Defaults {}

  @Test
  void mapperElementAndInterfaceThatDisagree_areRefusedOnce() {
    String resource =
        MapperFiles.load(
            configuration,
            folder,
            "<mapper namespace='"
                + Defaults.class.getName()
                + "' consistency='SESSION'><select id='x'>select 1</select>"
                + "<select id='y' consistency='STRONG'>select 1</select></mapper>");
    assertThat(problems())
        .containsExactly(
            Defaults.class.getName()
                + " must declare the same in XML and in its annotation, but was SESSION in <mapper>"
                + " and EVENTUAL in @Consistency of the interface ("
                + resource
                + ")");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "consistency='eventual' | consistency of a.M.x must be one of [STRONG, SESSION, EVENTUAL],"
            + " but was 'eventual'",
        "consistency='' | consistency of a.M.x must be one of [STRONG, SESSION, EVENTUAL], but was"
            + " ''",
        "consistency='STRONG' onEmpty='ask' | onEmpty of a.M.x must be one of [RETURN, PRIMARY],"
            + " but was 'ask'",
        "consistency='STRONG' sideEffectFree='yes' | sideEffectFree of a.M.x must be one of [true,"
            + " false], but was 'yes'",
        "consistency='EVENTUAL' group='nightly' | group of a.M.x must be one of [online,"
            + " reporting], but was 'nightly'",
        "consistency='EVENTUAL' maxLag='abc' | maxLag of a.M.x must be a positive duration such as"
            + " 500ms, 30s or 5m, but was 'abc'",
        "consistency='EVENTUAL' maxLag='' | maxLag of a.M.x must be a positive duration such as"
            + " 500ms, 30s or 5m, but was ''",
        "group='online' | consistency of a.M.x must be set where another attribute is, but was not",
      })
  void wordsInXmlThatCannotBeUsed(String attributes, String problem) {
    String resource = load("<select id='x' " + attributes + ">select 1</select>");
    assertThat(problems()).containsExactly(problem + " (" + resource + ")");
  }

  interface Words {
    @Consistency(value = EVENTUAL, group = "nightly", maxLag = "30")
    @Select("select 1")
    int x();
  }

  @Test
  void wordsInAnAnnotationThatCannotBeUsed_areAllNamed() {
    configuration.addMapper(Words.class);
    String x = Words.class.getName() + ".x";
    String resource = HERE.replace("RefusalsTest", "RefusalsTest$Words");
    assertThat(problems())
        .containsExactly(
            "group of " + x + " must be one of [online, reporting], but was 'nightly'" + resource,
            "maxLag of "
                + x
                + " must be a positive duration such as 500ms, 30s or 5m, but was '30'"
                + resource);
  }

  interface Overloads {
    @Consistency(EVENTUAL)
    int x(int one);

    @Consistency(STRONG)
    int x(String other);
  }

  @Test
  void overloadsOfOneStatementThatDisagree() {
    String resource =
        MapperFiles.load(
            configuration,
            folder,
            "<mapper namespace='"
                + Overloads.class.getName()
                + "'><select id='x'>select 1</select></mapper>");
    assertThat(problems())
        .containsExactly(
            Overloads.class.getName()
                + ".x must carry one @Consistency, but was annotated differently in 2 places that"
                + " are equally near ("
                + resource
                + ")");
  }

  @Test
  void maxLag_finerThanLagIsSeen() {
    String resource =
        load(
            "<select id='x' consistency='EVENTUAL' maxLag='99ms'>select 1</select>"
                + "<select id='y' consistency='EVENTUAL' maxLag='100ms'>select 1</select>");
    assertThat(problems())
        .containsExactly(
            "maxLag of a.M.x must be at least 100ms, which is four times"
                + " rwsplit.lag.probe-interval, because lag is not seen any finer, but was 99ms ("
                + resource
                + ")");
  }

  @Test
  void patterns_thatMatchNoSelect_orPartsOfNames_orNameAnUnknownGroup() {
    load("<select id='x'>select 1</select><update id='add'>update t set a = 1</update>");
    Declaration nightly = new Declaration(EVENTUAL, "nightly", null, false, OnEmpty.RETURN);
    assertThat(
            problems(
                new DeclaredStatements(List.of("a.M.y", "a.M.add", "a.M.ad*", "a.M.*"), nightly)))
        .containsExactly(
            "group of rwsplit.declarations for [a.M.y, a.M.add, a.M.ad*, a.M.*] must be one of"
                + " [online, reporting], but was 'nightly'",
            "statements of rwsplit.declarations: a pattern must use * for one whole segment of a"
                + " statement id and ** for any number, but was 'a.M.ad*'; a part of a name cannot be"
                + " matched",
            "statements of rwsplit.declarations must match at least one select, but was 'a.M.y',"
                + " which matches nothing; correct or remove it",
            "statements of rwsplit.declarations must match at least one select, but was 'a.M.add',"
                + " which matches only writes, and these always go to the primary; correct or"
                + " remove it");
  }

  @Test
  void undeclaredFail_listsEveryUndeclaredSelect_andNothingElse() {
    String resource =
        load(
            "<insert id='add'><selectKey resultType='int' order='BEFORE' keyProperty='id'>select 1"
                + "</selectKey>insert into t values (1)</insert>"
                + "<select id='declared' consistency='STRONG'>select 1</select>"
                + "<select id='one'>select 1</select><select id='two'>select 1</select>"
                + "<select id='writes' affectData='true'>select 1</select>");
    StatementCatalog catalog = new StatementCatalog(configuration, MapperFiles.settings(true));
    String rest =
        " must declare a consistency since rwsplit.undeclared is fail, but was undeclared; add"
            + " @Consistency, the attribute consistency or an entry of rwsplit.declarations ("
            + resource
            + ")";

    assertThatThrownBy(catalog::verify)
        .isInstanceOf(DeclarationException.class)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "2 declarations of consistency cannot be used:\n  - a.M.one"
                + rest
                + "\n  - a.M.two"
                + rest);
    assertThatThrownBy(() -> catalog.profile(configuration.getMappedStatement("a.M.one")))
        .isInstanceOf(DeclarationException.class)
        .hasMessage("A declaration of consistency cannot be used:\n  - a.M.one" + rest);
  }

  @Test
  void mapperLoadedLater_isCheckedWhenFirstSeen_andAtTheNextVerify() {
    StatementCatalog catalog = MapperFiles.catalog(configuration);
    catalog.verify();
    configuration.addMapper(Words.class);

    assertThatThrownBy(
            () -> catalog.profile(configuration.getMappedStatement(Words.class.getName() + ".x")))
        .isInstanceOf(DeclarationException.class);
    assertThatThrownBy(catalog::verify).isInstanceOf(DeclarationException.class);
  }

  @Test
  void allMistakes_areToldAtOnce() {
    configuration.addMapper(Words.class);
    configuration.addMapper(Writes.class);
    load("<select id='x' consistency='eventual'>select 1</select>");
    assertThat(problems()).hasSize(6);
  }

  private String load(String body) {
    return MapperFiles.load(
        configuration, folder, LOOSE, "<mapper namespace='a.M'>" + body + "</mapper>");
  }

  private List<String> problems(DeclaredStatements... declared) {
    StatementCatalog catalog = MapperFiles.catalog(configuration, declared);
    return catchThrowableOfType(DeclarationException.class, catalog::verify).problems();
  }
}
