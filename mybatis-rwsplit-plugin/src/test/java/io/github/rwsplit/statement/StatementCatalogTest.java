package io.github.rwsplit.statement;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.annotation.ConsistencyLevel.SESSION;
import static io.github.rwsplit.annotation.ConsistencyLevel.STRONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.annotation.OnEmpty;
import io.github.rwsplit.statement.DeclarationSettings.DeclaredStatements;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.ibatis.annotations.Flush;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.executor.BatchResult;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.session.Configuration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(AcceptedAttributes.class)
class StatementCatalogTest {

  @TempDir Path folder;
  private final Configuration configuration = MapperFiles.configuration();

  @ParameterizedTest
  @CsvSource({"EVENTUAL,STRONG,STRONG", "STRONG,EVENTUAL,STRONG", "SESSION,EVENTUAL,SESSION"})
  void patternAndMapper_theStricterLevelHolds(
      ConsistencyLevel mapper, ConsistencyLevel pattern, ConsistencyLevel expected) {
    load("<select id='x' consistency='" + mapper + "'>select 1</select>");
    assertThat(declared("a.M.x", declare(Declaration.of(pattern), "a.M.*")))
        .isEqualTo(Declaration.of(expected));
  }

  @ParameterizedTest
  @CsvSource({
    "online, reporting, online, 5s, 1m, 5s",
    "online, reporting, online, 1m, 5s, 5s",
    ", reporting, reporting, , 5s, 5s",
    "online, , online, 5s, , 5s",
  })
  void patternAndMapper_theMappersGroupAndTheNarrowerLagHold(
      @Nullable String mapperGroup,
      @Nullable String patternGroup,
      @Nullable String group,
      @Nullable String mapperLag,
      @Nullable String patternLag,
      String lag) {
    load(
        "<select id='x' consistency='EVENTUAL' sideEffectFree='true' onEmpty='PRIMARY'"
            + (mapperGroup == null ? "" : " group='" + mapperGroup + "'")
            + (mapperLag == null ? "" : " maxLag='" + mapperLag + "'")
            + ">select 1</select>");
    Duration limit = patternLag == null ? null : WrittenDuration.positive("x", patternLag);
    assertThat(
            declared(
                "a.M.x",
                declare(
                    new Declaration(EVENTUAL, patternGroup, limit, false, OnEmpty.RETURN), "a.**")))
        .isEqualTo(
            new Declaration(
                EVENTUAL, group, WrittenDuration.positive("x", lag), true, OnEmpty.PRIMARY));
  }

  @Test
  void patterns_declareWhatMappersDoNot_andTheFirstMatchWins() {
    load("<select id='x'>select 1</select><select id='y'>select 1</select>");
    DeclaredStatements first = declare(Declaration.of(SESSION), "b.**", "a.M.x");
    DeclaredStatements second = declare(Declaration.of(EVENTUAL), "a.M.x", "**");

    assertThat(declared("a.M.x", first, second)).isEqualTo(Declaration.of(SESSION));
    assertThat(declared("a.M.y", first, second)).isEqualTo(Declaration.of(EVENTUAL));
  }

  @Test
  void patterns_neverReachWrites() {
    load("<select id='x'>select 1</select><delete id='drop'>delete from t</delete>");
    assertThat(declared("a.M.drop", declare(Declaration.of(EVENTUAL), "**"))).isNull();
  }

  @Test
  void verify_countsSelects_andSkipsNamesThatAreNotUnique() {
    load(
        "<select id='x' consistency='EVENTUAL'>select 1</select><select id='y'>select 1</select>"
            + "<update id='change'>update t set a = 1</update>");
    MapperFiles.load(
        configuration,
        folder,
        "<mapper namespace='b.N' consistency='STRONG'><select id='x'>select 1</select></mapper>");
    DeclarationSummary summary = MapperFiles.catalog(configuration).verify();

    assertThat(summary.declared())
        .containsEntry(STRONG, 1)
        .containsEntry(SESSION, 0)
        .containsEntry(EVENTUAL, 1);
    assertThat(summary.undeclared()).isEqualTo(1);
    assertThat(summary.text())
        .isEqualTo("1 STRONG, 0 SESSION, 1 EVENTUAL, 1 undeclared, 0 warnings");
  }

  @Test
  void verify_whileAStatementIsIncomplete_warns_andLooksAgainLater() {
    load("<select id='x' consistency='EVENTUAL'>select <include refid='b.N.c'/> from t</select>");
    StatementCatalog catalog = MapperFiles.catalog(configuration);

    assertThat(catalog.verify().warnings())
        .singleElement()
        .asString()
        .startsWith(
            "Statements cannot be listed while one of them is incomplete, so each is checked when"
                + " it is first seen: ")
        .contains("b.N.c");

    MapperFiles.load(
        configuration, folder, "<mapper namespace='b.N'><sql id='c'>id</sql></mapper>");
    assertThat(catalog.verify().declared()).containsEntry(EVENTUAL, 1);
  }

  interface Idle {
    @Consistency(EVENTUAL)
    int noStatement();

    @Flush
    @Consistency(EVENTUAL)
    List<BatchResult> flush();

    @Consistency(EVENTUAL)
    default int withBody() {
      return 1;
    }

    @Consistency(EVENTUAL)
    @Select("select 1")
    int statement();
  }

  @Test
  void verify_annotationOnAMethodWithoutStatement_isWarnedAbout() {
    configuration.addMapper(Idle.class);
    String end = " has no effect, since there is no such statement; remove it";
    assertThat(MapperFiles.catalog(configuration).verify().warnings())
        .containsExactlyInAnyOrder(
            "@Consistency of " + Idle.class.getName() + ".noStatement" + end,
            "@Consistency of " + Idle.class.getName() + ".flush" + end);
  }

  interface Parent {
    int x();
  }

  interface Child extends Parent {
    @Override
    @Consistency(EVENTUAL)
    int x();
  }

  @Test
  void verify_annotationOnAChild_ofAStatementInTheParentsNamespace_isWarnedAbout() {
    MapperFiles.load(
        configuration,
        folder,
        "<mapper namespace='"
            + Parent.class.getName()
            + "'><select id='x'>select 1</select></mapper>");
    configuration.addMapper(Child.class);
    assertThat(MapperFiles.catalog(configuration).verify().warnings())
        .containsExactly(
            "@Consistency of "
                + Child.class.getName()
                + ".x has no effect, since there is no such statement; remove it");
  }

  @Test
  void profile_isTheSameForAllThreads_andIsMadeOnce() throws Exception {
    load("<select id='x' consistency='EVENTUAL'>select 1</select>");
    StatementCatalog catalog = MapperFiles.catalog(configuration);
    MappedStatement statement = configuration.getMappedStatement("a.M.x");
    ExecutorService pool = Executors.newFixedThreadPool(8);
    List<Callable<StatementProfile>> calls = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      calls.add(() -> catalog.profile(statement));
    }
    for (Future<StatementProfile> call : pool.invokeAll(calls)) {
      assertThat(call.get().declaration()).isEqualTo(Declaration.of(EVENTUAL));
    }
    pool.shutdown();

    assertThat(catalog.profile(statement)).isSameAs(catalog.profile(statement));
  }

  private void load(String body) {
    MapperFiles.load(configuration, folder, "<mapper namespace='a.M'>" + body + "</mapper>");
  }

  private @Nullable Declaration declared(String id, DeclaredStatements... declared) {
    return MapperFiles.catalog(configuration, declared)
        .profile(configuration.getMappedStatement(id))
        .declaration();
  }

  private static DeclaredStatements declare(Declaration declaration, String... statements) {
    return new DeclaredStatements(List.of(statements), declaration);
  }
}
