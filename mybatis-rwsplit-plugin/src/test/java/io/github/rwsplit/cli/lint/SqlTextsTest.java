package io.github.rwsplit.cli.lint;

import static io.github.rwsplit.statement.SqlKind.LOCKING_READ;
import static io.github.rwsplit.statement.SqlKind.READ;
import static io.github.rwsplit.statement.SqlKind.SIDE_EFFECT_FUNCTION;
import static io.github.rwsplit.statement.SqlKind.UNCLASSIFIED;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.statement.SqlKind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlTextsTest {

  private static Set<String> texts(String body) throws Exception {
    return SqlTexts.of(XmlReader.read("<select>" + body + "</select>"));
  }

  private static Verdict verdict(String body) throws Exception {
    return Verdict.of(texts(body), false);
  }

  @Test
  void ifAndChoose_everyBranchIsInSomeText_andNoTwoOfOneChoose() throws Exception {
    Set<String> texts =
        texts(
            "S<if test='a'> A</if><choose><when test='b'> B</when><when test='c'> C</when>"
                + "<otherwise> O</otherwise></choose>");

    assertThat(texts).contains("S A B", "S O", "S B", "S A C", "S C", "S A O").hasSize(6);
  }

  @Test
  void chooseWithoutOtherwise_mayBeNothing() throws Exception {
    assertThat(texts("S<choose><when test='a'> A</when></choose>")).contains("S A", "S");
  }

  @Test
  void whereSetTrimAndForeach_areWrittenAsMybatisDoes() throws Exception {
    assertThat(texts("S <where><if test='a'>AND a = 1</if></where>"))
        .anyMatch(text -> text.replaceAll("\\s+", " ").equals("S WHERE a = 1 "))
        .contains("S ");
    assertThat(texts("U <set><if test='a'>a = 1,</if></set>"))
        .anyMatch(text -> text.replaceAll("\\s+", " ").equals("U SET a = 1 "));
    assertThat(texts("S IN <foreach open='(' close=')' separator=','>#{i}</foreach>"))
        .containsExactlyInAnyOrder("S IN (#{i})", "S IN ");
    assertThat(texts("S <trim prefix='(' suffix=')' suffixOverrides='OR'>a OR</trim>"))
        .anyMatch(text -> text.replaceAll("\\s+", "").equals("S(a)"));
  }

  @Test
  void manySwitches_makeFewTexts() throws Exception {
    String body = "SELECT 1" + "<if test='a'> + 1</if>".repeat(500);

    assertThat(texts(body).size()).isBetween(2, 410);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT a FROM t WHERE id = #{id}|READ|true",
        "SELECT a FROM t ORDER BY ${column} LIMIT ${limit}|READ|true",
        "SELECT a FROM ${table} WHERE id = #{id} FOR UPDATE|LOCKING_READ|true",
        "SELECT a FROM t<if test='lock'> FOR UPDATE</if>|LOCKING_READ|false",
        "SELECT a FROM t<choose><when test='x'> LIMIT 1</when><otherwise> LOCK IN SHARE"
            + " MODE</otherwise></choose>|LOCKING_READ|false",
        "SELECT LAST_INSERT_ID()|SIDE_EFFECT_FUNCTION|true",
        "SELECT a FROM t WHERE <if test='x'>a = 1</if>|READ|true",
        "SHOW TABLES|UNCLASSIFIED|true"
      })
  void verdict_isThatOfTheLibrarysRecognizer(String body, SqlKind kind, boolean always)
      throws Exception {
    assertThat(verdict(body)).isEqualTo(new Verdict(kind, always));
    assertThat(Set.of(READ, LOCKING_READ, SIDE_EFFECT_FUNCTION, UNCLASSIFIED)).contains(kind);
  }

  @Test
  void reviewedFunction_isARead() {
    List<String> sql = List.of("SELECT price_of(#{id})");
    assertThat(Verdict.of(sql, false).kind()).isEqualTo(SIDE_EFFECT_FUNCTION);
    assertThat(Verdict.of(sql, true).kind()).isEqualTo(READ);
  }

  @Test
  void include_isReplacedWithItsProperties_andACircleEnds() throws Exception {
    Mappers mappers = new Mappers();
    mappers.add(
        MapperFile.of(
            XmlReader.read(
                "<mapper namespace='m'><sql id='cols'>${t}.id</sql>"
                    + "<sql id='loop'>x<include refid='loop'/></sql></mapper>"),
            "m.xml"));
    Piece.Tag select =
        XmlReader.read(
            "<select>SELECT <include refid='cols'><property name='t' value='o'/></include></select>");

    assertThat(SqlTexts.of(mappers.included(select, "m", Map.of(), 0)))
        .containsExactly("SELECT o.id");
    Piece.Tag loop = XmlReader.read("<select><include refid='loop'/></select>");
    assertThat(SqlTexts.of(mappers.included(loop, "m", Map.of(), 0))).hasSize(1);
  }
}
