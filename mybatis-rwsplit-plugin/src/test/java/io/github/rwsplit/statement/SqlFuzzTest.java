package io.github.rwsplit.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Changes that must not change an answer, random tokens, and inputs made to hurt. Fixed seed. */
class SqlFuzzTest {

  private static final long SEED = 20261130L;

  private static final String[] COMMENTS = {
    " /* FOR UPDATE */ ",
    " -- ; DELETE FROM t\n",
    " # it's\n",
    "\t\r\n",
    " /*/ x */ ",
    "/*!80000 */"
  };

  /** Comments of which a server reads what is in them, and a sign that the mode gives a meaning. */
  private static final Pattern HAS_TWO_READINGS = Pattern.compile("/\\*[!+]|\\\\");

  private static final String[] STRINGS = {
    "x", "", "FOR UPDATE", "; DELETE FROM t -- ", "/*", "*/", "# ", "?", "@v", "(", "a`b", "INTO @a"
  };

  /** What may be changed anywhere without a change of meaning. */
  enum Mutation {
    CASE(
        (pieces, random) ->
            pieces.with(
                SqlPieces.Kind.WORD, word -> random.nextBoolean() ? lower(word) : upper(word))),
    SPACE(
        (pieces, random) ->
            pieces.with(SqlPieces.Kind.SPACE, space -> COMMENTS[random.nextInt(COMMENTS.length)])),
    COMMENT(
        (pieces, random) ->
            pieces.with(
                SqlPieces.Kind.COMMENT, comment -> COMMENTS[random.nextInt(COMMENTS.length)])),
    STRING(
        (pieces, random) ->
            pieces.with(
                SqlPieces.Kind.STRING,
                string -> {
                  char quote = string.charAt(0);
                  return quote + STRINGS[random.nextInt(STRINGS.length)] + quote;
                })),
    NUMBER(
        (pieces, random) ->
            pieces.with(
                SqlPieces.Kind.INTEGER, number -> String.valueOf(random.nextInt(1_000_000))));

    private final BiFunction<SqlPieces, Random, String> change;

    Mutation(BiFunction<SqlPieces, Random, String> change) {
      this.change = change;
    }

    /** Letters beyond ASCII are no keywords, and stay. */
    private static String lower(String word) {
      return ascii(word, 'A', 'Z', 'a' - 'A');
    }

    private static String upper(String word) {
      return ascii(word, 'a', 'z', 'A' - 'a');
    }

    private static String ascii(String word, char from, char to, int by) {
      StringBuilder folded = new StringBuilder(word);
      for (int i = 0; i < word.length(); i++) {
        char c = word.charAt(i);
        folded.setCharAt(i, c >= from && c <= to ? (char) (c + by) : c);
      }
      return folded.toString();
    }
  }

  private static final String[] WORDS = {
    "SELECT", "FROM", "WHERE", "t", "a", "(", ")", ",", "*", "1", "'s'", "FOR", "UPDATE", "INTO",
    "@v", ";", "UNION", "f", "WITH", "AS", "IN", "ORDER", "BY", "LIMIT", "?", "DELETE", "SET", "."
  };

  @Test
  void commentsAndSpaceAround_neverChangeAnAnswer() {
    Random random = new Random(SEED);
    for (SqlCorpus.Row row : SqlCorpus.plain()) {
      String sql = row.statement();
      SqlTraits traits = SqlRecognizer.recognize(sql, row.mode());
      String before = COMMENTS[random.nextInt(COMMENTS.length)] + sql;
      assertThat(SqlRecognizer.recognize(before, row.mode())).as(before).isEqualTo(traits);
    }
  }

  @Test
  void commentsBetweenTokens_neverChangeAnAnswer() {
    Random random = new Random(SEED);
    for (String sql : plainReads()) {
      SqlTraits traits = SqlRecognizer.recognize(sql);
      String comment = COMMENTS[random.nextInt(COMMENTS.length)];
      // A blank in front of a bracket may be part of a name's meaning, so it is left alone.
      String mutated =
          sql.replaceAll(" (?![(])", java.util.regex.Matcher.quoteReplacement(comment));
      assertThat(SqlRecognizer.recognize(mutated)).as(mutated).isEqualTo(traits);
    }
  }

  @Test
  void caseOfLetters_neverChangesAnAnswer() {
    for (String sql : plainReads()) {
      SqlTraits traits = SqlRecognizer.recognize(sql);
      assertThat(SqlRecognizer.recognize(sql.toLowerCase(Locale.ROOT))).isEqualTo(traits);
      assertThat(SqlRecognizer.recognize(sql.toUpperCase(Locale.ROOT))).isEqualTo(traits);
    }
  }

  @ParameterizedTest
  @EnumSource
  void mutationOfEachStatementOfTheCorpus_neverChangesAnAnswer(Mutation mutation) {
    Random random = new Random(SEED);
    int changed = 0;
    for (SqlCorpus.Row row : SqlCorpus.plain()) {
      String sql = row.statement();
      if (hasTwoReadings(row)) {
        continue;
      }
      SqlTraits traits = SqlRecognizer.recognize(sql);
      for (int i = 0; i < 5; i++) {
        String mutated = mutation.change.apply(SqlPieces.of(sql), random);
        changed += mutated.equals(sql) ? 0 : 1;
        assertThat(SqlRecognizer.recognize(mutated))
            .as("%s%nfrom %s", mutated, row)
            .isEqualTo(traits);
      }
    }
    assertThat(changed).isGreaterThan(250);
  }

  @Test
  void bracketsAroundEachStatementOfTheCorpus_keepAReadOneAndMakeNoOther() {
    for (SqlCorpus.Row row : SqlCorpus.plain()) {
      if (hasTwoReadings(row)) {
        continue;
      }
      boolean isRead = SqlRecognizer.recognize(row.statement()).kind() == SqlKind.READ;
      String inner = SqlPieces.of(row.statement()).withoutEnd();
      String within = "(\n" + inner + "\n)";
      boolean isReadWithin = SqlRecognizer.recognize(within).kind() == SqlKind.READ;
      assertThat(isReadWithin).as(within).isEqualTo(isRead);
    }
  }

  @Test
  void bracketsAroundAndClausesBehind_giveWhatTheyShould() {
    for (String sql : plainReads()) {
      SqlTraits traits = SqlRecognizer.recognize(sql);
      assertThat(SqlRecognizer.recognize("(" + sql + ")")).as(sql).isEqualTo(traits);
      assertThat(SqlRecognizer.recognize("SELECT EXISTS ((" + sql + "))")).isEqualTo(traits);
      assertThat(SqlRecognizer.recognize("(" + sql + ") FOR UPDATE").kind())
          .isEqualTo(SqlKind.LOCKING_READ);
      assertThat(SqlRecognizer.recognize(sql + "; DELETE FROM t").kind())
          .isEqualTo(SqlKind.MULTI_STATEMENT);
      assertThat(SqlRecognizer.recognize("INSERT INTO t " + sql).kind()).isEqualTo(SqlKind.WRITE);
    }
  }

  @Test
  void randomTokens_areAReadOnlyIfTheyStartAsOneAndHoldNothingElse() {
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      List<String> soup = new ArrayList<>();
      int length = 1 + random.nextInt(14);
      for (int j = 0; j < length; j++) {
        soup.add(WORDS[random.nextInt(WORDS.length)]);
      }
      String sql = String.join(" ", soup);
      if (SqlRecognizer.recognize(sql).kind() == SqlKind.READ) {
        assertThat(sql)
            .startsWith("SELECT")
            .doesNotContain("UPDATE", "DELETE", "INTO", "@v", "f (");
        assertThat(sql.replaceAll("[; ]+$", "")).doesNotContain(";");
      }
    }
  }

  private static boolean hasTwoReadings(SqlCorpus.Row row) {
    return !row.mode().isEmpty() || HAS_TWO_READINGS.matcher(row.statement()).find();
  }

  @ParameterizedTest
  @MethodSource("hurtful")
  void inputMadeToHurt_isAnsweredAndIsNoRead(String sql) {
    assertThat(SqlRecognizer.recognize(sql).kind()).isNotEqualTo(SqlKind.READ);
  }

  @Test
  void longButFlatQuery_isARead() {
    String list = "?,".repeat(200_000) + "?";
    assertThat(SqlRecognizer.recognize("SELECT a FROM t WHERE id IN (" + list + ")").kind())
        .isEqualTo(SqlKind.READ);
  }

  static Stream<String> hurtful() {
    int large = 1_000_000;
    int size = 200_000;
    return Stream.of(
        "(".repeat(size),
        "SELECT " + "(".repeat(large),
        "SELECT " + "(".repeat(size) + "1" + ")".repeat(size),
        "SELECT * FROM " + "(".repeat(size),
        "SELECT " + "CASE WHEN ".repeat(size / 10),
        "SELECT " + "INTERVAL ".repeat(size / 10),
        "SELECT " + "UPPER(".repeat(size / 10),
        "SELECT " + "{d ".repeat(size / 10),
        "SELECT " + "NOT ".repeat(size / 10),
        "WITH a AS (".repeat(size / 10),
        "SELECT 1 " + "/*".repeat(large / 2),
        "SELECT 1 " + "/*!99999 /*".repeat(size / 10),
        "SELECT 1 " + "/*!80000 ".repeat(size / 10),
        "SELECT " + "/*+ ' ".repeat(size / 10),
        "SELECT /*+ '".repeat(size / 20),
        "SELECT " + "SELECT /*+ ' */ ".repeat(size / 20),
        "SELECT '" + "\\'".repeat(large / 2),
        "SELECT " + "`".repeat(size + 1),
        ";".repeat(size),
        "SELECT 1;".repeat(size / 10),
        "-".repeat(size),
        "@".repeat(size),
        "a.".repeat(size / 2),
        "0x".repeat(size / 2),
        "\u0000".repeat(size));
  }

  private static List<String> plainReads() {
    return List.of(
        "SELECT a , b FROM t WHERE a = 1 ORDER BY a",
        "SELECT t.a AS x , COUNT(*) FROM t JOIN u ON t.id = u.id GROUP BY t.a HAVING COUNT(*) > 1",
        "SELECT a FROM t WHERE b IN (1,2) AND c NOT LIKE 'x' LIMIT 3",
        "WITH c AS (SELECT 1 AS x) SELECT x FROM c UNION ALL SELECT 2",
        "SELECT CASE a WHEN 1 THEN 'x' ELSE 'y' END FROM t",
        "SELECT a FROM t WHERE d > NOW() - INTERVAL 1 DAY");
  }
}
