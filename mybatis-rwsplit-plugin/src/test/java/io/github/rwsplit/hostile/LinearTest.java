package io.github.rwsplit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.session.Position;
import io.github.rwsplit.statement.SqlRecognizer;
import io.github.rwsplit.statement.StatementPattern;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A text that is four times as long takes four times as many steps, and not sixteen times: jumps,
 * calls, and characters passed by searches and copies are counted, which is the same on any
 * machine.
 */
class LinearTest {

  private static final int LENGTH = 6_000;
  private static final int TIMES = 4;
  private static final double MOST = 1.3 * TIMES;

  private static final SteppingClassLoader COUNTED = new SteppingClassLoader();

  /** A beginning, what is repeated, and an end. */
  static Stream<Arguments> hurtful() {
    return Stream.of(
        Arguments.of("SELECT ", "(", ""),
        Arguments.of("SELECT (", "(1)+(", "1)"),
        Arguments.of("SELECT ", "(1),", "1"),
        Arguments.of("SELECT 1 ", "/*", ""),
        Arguments.of("SELECT 1 ", "/**/", ""),
        Arguments.of("SELECT 1 ", "/*!80000 ", ""),
        Arguments.of("SELECT 1 ", "/*!80000 x*/", ""),
        Arguments.of("SELECT 1 ", "/*!99999 ", ""),
        Arguments.of("SELECT 1 ", "*/", ""),
        Arguments.of("SELECT ", "/*+ ' ", ""),
        Arguments.of("SELECT ", "SELECT /*+ ' */ ", ""),
        Arguments.of("SELECT /*+ ", "`", ""),
        Arguments.of("SELECT 1 ", "-- ", ""),
        Arguments.of("SELECT 1 ", "-- \n", ""),
        Arguments.of("SELECT 1 ", "#\n", ""),
        Arguments.of("SELECT '", "\\'", ""),
        Arguments.of("SELECT '", "''", "'"),
        Arguments.of("SELECT ", "'' ", ""),
        Arguments.of("SELECT ", "\"\\", ""),
        Arguments.of("SELECT `", "``", "`"),
        Arguments.of("SELECT ", "N'x' ", ""),
        Arguments.of("SELECT ", "_utf8", "'x'"),
        Arguments.of("SELECT 0x", "a", ""),
        Arguments.of("SELECT ", "1e", ""),
        Arguments.of("SELECT ", "a.", "a"),
        Arguments.of("SELECT ", "@", ""),
        Arguments.of("SELECT ", "@a,", "1"),
        Arguments.of("SELECT ", "1;", ""),
        Arguments.of("", ";", ""),
        Arguments.of("", "SELECT 1;", ""),
        Arguments.of("", "WITH a AS (", ""),
        Arguments.of("WITH ", "a AS (SELECT 1),", "b AS (SELECT 1) SELECT 1"),
        Arguments.of("SELECT 1", " UNION SELECT 1", ""),
        Arguments.of("SELECT * FROM a", " JOIN a ON 1=1", ""),
        Arguments.of("SELECT * FROM ", "a,", "a"),
        Arguments.of("SELECT * FROM ", "(", ""),
        Arguments.of("SELECT ", "CASE WHEN 1 THEN ", ""),
        Arguments.of("SELECT ", "NOT ", "1"),
        Arguments.of("SELECT ", "- ", "1"),
        Arguments.of("SELECT ", "f(", ""),
        Arguments.of("SELECT ", "COUNT (", ""),
        Arguments.of("SELECT ", "INTERVAL 1 DAY + ", "1"),
        Arguments.of("SELECT ", "{d ", ""),
        Arguments.of("SELECT ", "{d '1'} ", ""),
        Arguments.of("SELECT 1", " FOR UPDATE", ""),
        Arguments.of("SELECT 1 ", "INTO @a ", ""),
        Arguments.of("VALUES ", "ROW(1),", "ROW(1)"),
        Arguments.of("SELECT a OVER (", "PARTITION BY a ", ")"),
        Arguments.of("CALL p(", "1,", "1)"),
        Arguments.of("CREATE TEMPORARY TABLE ", "a.", "a"),
        Arguments.of("INSERT INTO t VALUES ", "(1),", "(1)"),
        Arguments.of("", " ", ""),
        Arguments.of("", "\u0000", ""));
  }

  @ParameterizedTest
  @MethodSource("hurtful")
  void recognizer_takesStepsInProportion(String begin, String many, String end) throws Exception {
    assertLinear(SqlRecognizer.class, "recognize", begin, many, end);
  }

  @ParameterizedTest
  @MethodSource("hurtful")
  void sqlOfTheAudit_takesStepsInProportion(String begin, String many, String end)
      throws Exception {
    Class<?> normalized = Class.forName("io.github.rwsplit.statement.NormalizedSql");
    assertLinear(normalized, "of", begin, many, end);
  }

  @Test
  void positionsAndSetsOfGtids_takeStepsInProportion() throws Exception {
    String uuid = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    Class<?> set = Class.forName("io.github.rwsplit.node.GtidSet");
    for (String many : List.of(":1", ":1-3", ",", uuid + ":5,", ":a:1", " ", "-", "a", "9")) {
      assertLinear(set, "parse", uuid + ":1", many, "");
      assertLinear(Position.class, "parse", uuid + ":1", many, "");
    }
  }

  @Test
  void addresses_takeStepsInProportion() throws Exception {
    Class<?> urls = Class.forName("io.github.rwsplit.node.JdbcUrls");
    for (String many : List.of("user", "password=", "a=b&", "@", "//", "(user=a,", "%", "?", ";")) {
      for (String method : List.of("shown", "database", "parameters")) {
        assertLinear(urls, method, "jdbc:mysql://", many, "@h/db");
      }
    }
  }

  @Test
  void patternWithManyStars_isHeldAgainstAnIdInStepsOfBoth() {
    StatementPattern pattern = StatementPattern.of("**.".repeat(40) + "x");
    String id = "a.".repeat(400) + "b";

    assertThat(pattern.matches(id)).isFalse();
    assertThat(pattern.matches(id + ".x")).isTrue();
  }

  private void assertLinear(Class<?> type, String method, String begin, String many, String end)
      throws Exception {
    // loads and prepares whatever the first call does
    COUNTED.stepsOf(type, method, begin + many.repeat(100) + end);
    int times = LENGTH / many.length();
    long steps = COUNTED.stepsOf(type, method, begin + many.repeat(times) + end);
    long more = COUNTED.stepsOf(type, method, begin + many.repeat(TIMES * times) + end);
    assertThat((double) more)
        .as("%s.%s: '%s', '%s', '%s'", type.getSimpleName(), method, begin, many, end)
        .isLessThan(MOST * steps + LENGTH);
  }
}
