package io.github.rwsplit.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.hostile.Target;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Any text given to the recognizer: it answers, and what it calls a read is one by a second reading
 * that knows nothing of its own, under every mode, and not any more with a lock or a write behind.
 * What a backslash makes of a text differs from mode to mode, and is left to the corpus too.
 */
public final class HostileSql implements Target {

  private static final List<String> MODES =
      List.of("", "NO_BACKSLASH_ESCAPES", "ANSI_QUOTES", "IGNORE_SPACE", "PIPES_AS_CONCAT");
  private static final Set<String> VERBS = Set.of("SELECT", "WITH", "TABLE", "VALUES");

  @Override
  public List<byte[]> seeds() {
    return SqlCorpus.read().stream()
        .map(row -> row.statement().getBytes(StandardCharsets.UTF_8))
        .toList();
  }

  @Override
  public List<String> words() {
    return List.of(
        "/*",
        "*/",
        "/*!",
        "/*!80000 ",
        "/*+",
        "-- ",
        "#",
        "\n",
        "'",
        "\"",
        "`",
        "\\",
        ";",
        "(",
        ")",
        " FOR UPDATE",
        " FOR SHARE",
        " INTO @a",
        "INTO OUTFILE 'x'",
        "@v:=1",
        "DELETE FROM t",
        "UPDATE t SET a=1",
        "SELECT ",
        "WITH c AS (SELECT 1) ",
        "UNION ",
        "SLEEP(1)",
        "f(1)",
        "{d '",
        "LAST_INSERT_ID()",
        "0x",
        "N'",
        "_utf8'",
        "\u0000",
        "\u00a0",
        "\u2028",
        "\u00e9",
        "?");
  }

  @Override
  public void take(byte[] input) {
    String sql = new String(input, StandardCharsets.UTF_8);
    SqlTraits traits = SqlRecognizer.recognize(sql);

    assertThat(SqlRecognizer.recognize("/* x */ " + sql)).isEqualTo(traits);
    for (String behind : List.of("\nFOR UPDATE", "\n; DELETE FROM t", "\nINTO @a")) {
      assertThat(SqlRecognizer.recognize(sql + behind).kind())
          .as("with %s behind it", behind)
          .isNotEqualTo(SqlKind.READ);
    }
    assertThat(SqlRecognizer.recognize("DELETE FROM t WHERE EXISTS (" + sql + ")").kind())
        .isNotEqualTo(SqlKind.READ);
    if (traits.kind() == SqlKind.READ && sql.indexOf('\\') < 0) {
      isReadOnItsFace(sql);
      for (String mode : MODES) {
        assertThat(SqlRecognizer.recognize(sql, mode).kind())
            .as("under the mode '%s'", mode)
            .isIn(SqlKind.READ, SqlKind.UNCLASSIFIED);
      }
    }
  }

  /** Comments with code are left to the corpus: they have as many readings as there are servers. */
  private static void isReadOnItsFace(String sql) {
    if (sql.contains("/*!")) {
      return;
    }
    List<SqlPieces.Piece> pieces =
        SqlPieces.of(SqlPieces.of(sql).withoutEnd()).list().stream()
            .filter(piece -> piece.kind() != SqlPieces.Kind.SPACE)
            .filter(piece -> piece.kind() != SqlPieces.Kind.COMMENT)
            .toList();
    String verb =
        pieces.stream()
            .map(SqlPieces.Piece::text)
            .filter(text -> !text.equals("("))
            .findFirst()
            .orElse("");
    assertThat(VERBS).contains(verb.toUpperCase(Locale.ROOT));
    assertThat(pieces).extracting(SqlPieces.Piece::text).doesNotContain(";");
  }
}
