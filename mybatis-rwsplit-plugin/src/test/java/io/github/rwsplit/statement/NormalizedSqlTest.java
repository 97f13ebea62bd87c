package io.github.rwsplit.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NormalizedSqlTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "select * from t where id = 7 and name = 'Ann' | select * from t where id = ? and name = ?",
        "select id from t where id = ? -- who | select id from t where id = ?",
        "Select /* who */ A.b,`c d` from x.T A | Select A.b,`c d` from x.T A",
        "insert into t values (1, 2.5, 1e3, -4, 0xFF, x'4D', b'01', n'z', \"q\") "
            + "| insert into t values (?, ?, ?, -?, ?, ?, ?, ?, ?)",
        "select 'it''s', @who, @@sql_mode, :=1 | select ?, @who, @@sql_mode, :=?",
        "select @`a b`, @'c' from t | select @`a b`, @'c' from t",
        "update t set a = _utf8mb4'x' where b in (1,2 ,3); | update t set a = _utf8mb4? where b in (?,? ,?);",
        "select /*+ MAX_EXECUTION_TIME(1000) */ a from t | select a from t",
        "select /*!40001 SQL_NO_CACHE */ 5 | select SQL_NO_CACHE ?",
      })
  void of_literals_areQuestionMarks(String sql, String normalized) {
    assertThat(NormalizedSql.of(sql)).isEqualTo(normalized);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 'open",
        "select a from t where b = 'x\\' or c = 'secret'",
        "select $tag$ secret $tag$",
        "select 1 /* open",
        "select x'4' secret'"
      })
  void of_whatCannotBeReadForSure_showsNothing(String sql) {
    assertThat(NormalizedSql.of(sql)).isEqualTo(NormalizedSql.UNREADABLE);
  }

  @Test
  void of_theWholeCorpus_showsNoQuotedTextAndNoLoneNumber() {
    for (String sql : corpus()) {
      String normalized = NormalizedSql.of(sql);
      if (!normalized.equals(NormalizedSql.UNREADABLE)) {
        String withoutNames =
            normalized.replaceAll("`[^`]*`", "").replaceAll("@@?('[^']*'|\"[^\"]*\")", "");
        assertThat(withoutNames).as(sql).doesNotContain("'").doesNotContain("\"");
        assertThat(withoutNames.toLowerCase(Locale.ROOT))
            .as(sql)
            .doesNotContainPattern("(?<![\\p{L}\\p{N}_$.@])\\d+(?![\\p{L}\\p{N}_$.])");
      }
    }
  }

  private static List<String> corpus() {
    return SqlCorpus.read().stream().map(SqlCorpus.Row::statement).toList();
  }
}
