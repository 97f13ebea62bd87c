package io.github.rwsplit.statement;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.annotation.ConsistencyLevel.SESSION;
import static io.github.rwsplit.annotation.ConsistencyLevel.STRONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.annotation.OnEmpty;
import io.github.rwsplit.statement.StatementProfile.Role;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.apache.ibatis.builder.xml.XMLMapperBuilder;
import org.apache.ibatis.session.Configuration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(AcceptedAttributes.class)
class XmlDeclarationTest {

  @TempDir Path folder;
  private final Configuration configuration = MapperFiles.configuration();

  @Test
  void nothingDeclared_isNothing() {
    load("<mapper namespace='a.M'><select id='x'>select 1</select></mapper>");
    assertThat(declared("a.M.x")).isNull();
  }

  @Test
  void levelOnTheSelect_standsAlone_whateverItsMapperSays() {
    load(
        "<mapper namespace='a.M' consistency='EVENTUAL' group='reporting' maxLag='5s'>"
            + "<select id='x' consistency='SESSION'>select 1</select></mapper>");
    assertThat(declared("a.M.x")).isEqualTo(Declaration.of(SESSION));
  }

  @Test
  void otherAttributesOnTheSelect_takeTheRestFromTheMapper() {
    load(
        "<mapper namespace='a.M' consistency='EVENTUAL' group='reporting' maxLag='5s'>"
            + "<select id='x' maxLag='1s' onEmpty='PRIMARY'>select 1</select></mapper>");
    assertThat(declared("a.M.x"))
        .isEqualTo(
            new Declaration(EVENTUAL, "reporting", Duration.ofSeconds(1), false, OnEmpty.PRIMARY));
  }

  @Test
  void fragments_dynamicSql_andAnotherLanguage_changeNothing() {
    load(
        "<mapper namespace='a.M'><sql id='cols'>id</sql>"
            + "<select id='x' consistency='EVENTUAL' lang='raw'>select 1</select>"
            + "<select id='y' consistency='SESSION'>select <include refid='cols'/> from t"
            + " <where><if test='a != null'>a = 1</if></where></select></mapper>");
    assertThat(declared("a.M.x")).isEqualTo(Declaration.of(EVENTUAL));
    assertThat(declared("a.M.y")).isEqualTo(Declaration.of(SESSION));
  }

  @Test
  void fragmentOfAFileThatIsLoadedLater_isCompletedFirst() {
    load(
        "<mapper namespace='a.M'><select id='x' consistency='EVENTUAL'>"
            + "select <include refid='b.N.cols'/> from t</select></mapper>");
    load("<mapper namespace='b.N'><sql id='cols'>id</sql></mapper>");

    assertThat(MapperFiles.catalog(configuration).verify().declared()).containsEntry(EVENTUAL, 1);
    assertThat(declared("a.M.x")).isEqualTo(Declaration.of(EVENTUAL));
  }

  @ParameterizedTest
  @CsvSource({"mysql,EVENTUAL", "h2,SESSION", ",STRONG"})
  void databaseIdVariants_eachHasItsOwn(@Nullable String database, String expected) {
    configuration.setDatabaseId(database);
    load(
        "<mapper namespace='a.M'>"
            + "<select id='x' databaseId='mysql' consistency='EVENTUAL'>select 1</select>"
            + "<select id='x' databaseId='h2' consistency='SESSION'>select 2</select>"
            + "<select id='x' consistency='STRONG'>select 3</select></mapper>");
    assertThat(declared("a.M.x")).isEqualTo(Declaration.of(ConsistencyLevel.valueOf(expected)));
  }

  @Test
  void variables_areReplacedAsMyBatisDoes() {
    Properties variables = new Properties();
    variables.setProperty("reports", "reporting");
    variables.setProperty("lag", "30s");
    configuration.setVariables(variables);
    load(
        "<mapper namespace='a.M'><select id='x' consistency='EVENTUAL' group='${reports}'"
            + " maxLag='${lag}'>select 1</select></mapper>");
    assertThat(declared("a.M.x"))
        .isEqualTo(
            new Declaration(EVENTUAL, "reporting", Duration.ofSeconds(30), false, OnEmpty.RETURN));
  }

  @Test
  void writes_andTheirKeys_declareNothing_evenUnderAMapperDefault() {
    load(
        "<mapper namespace='a.M' consistency='EVENTUAL'>"
            + "<insert id='add'><selectKey resultType='int' order='BEFORE' keyProperty='id'>"
            + "select 1</selectKey>insert into t values (1)</insert>"
            + "<update id='change'>update t set a = 1</update>"
            + "<delete id='drop'>delete from t</delete></mapper>");
    for (String write : new String[] {"add", "change", "drop"}) {
      assertThat(MapperFiles.profile(configuration, "a.M." + write))
          .isEqualTo(new StatementProfile("a.M." + write, Role.WRITE, false, null));
    }
    assertThat(MapperFiles.profile(configuration, "a.M.add!selectKey"))
        .isEqualTo(new StatementProfile("a.M.add!selectKey", Role.SELECT_KEY, false, null));
  }

  @Test
  void affectData_isSaid() {
    load(
        "<mapper namespace='a.M'>"
            + "<select id='x' affectData='true' consistency='EVENTUAL'>select 1</select></mapper>");
    assertThat(MapperFiles.profile(configuration, "a.M.x"))
        .isEqualTo(new StatementProfile("a.M.x", Role.SELECT, true, Declaration.of(EVENTUAL)));
  }

  @Test
  void otherEncodings_areRead() {
    String resource = folder.resolve("Latin.xml").toString();
    String text =
        "<?xml version='1.0' encoding='ISO-8859-1'?>"
            + MapperFiles.DOCTYPE
            + "><mapper namespace='a.M'><select id='x' consistency='STRONG'>select 'é'</select>"
            + "</mapper>";
    try {
      Files.write(Path.of(resource), text.getBytes(StandardCharsets.ISO_8859_1));
      new XMLMapperBuilder(
              Files.newInputStream(Path.of(resource)),
              configuration,
              resource,
              configuration.getSqlFragments())
          .parse();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    assertThat(declared("a.M.x")).isEqualTo(Declaration.of(STRONG));
  }

  private void load(String mapper) {
    MapperFiles.load(configuration, folder, mapper);
  }

  private @Nullable Declaration declared(String id) {
    return MapperFiles.profile(configuration, id).declaration();
  }
}
