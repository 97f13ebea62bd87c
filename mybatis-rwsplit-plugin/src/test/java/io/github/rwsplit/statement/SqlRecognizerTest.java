package io.github.rwsplit.statement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kinds and flags. In the tables W, C and R stand for mayWrite, connectionState, reviewable. */
class SqlRecognizerTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "SELECT 1                                              | READ",
        "SELECT ';' AS c                                       | READ",
        "SELECT 1;                                             | READ",
        "SELECT 1;; ;                                          | READ",
        "(SELECT 1) UNION (SELECT 2)                           | READ",
        "WITH t AS (SELECT 1) SELECT * FROM t                  | READ",
        "SELECT /*+ MAX_EXECUTION_TIME(9) */ 1                 | READ",
        "SELECT {fn now()}, {d '2026-01-01'}                   | READ",
        "INSERT INTO t VALUES (1)                              | WRITE W",
        "/* select 1 */ INSERT INTO t VALUES (1)               | WRITE W",
        "/*! INSERT */ INTO t VALUES (1)                       | WRITE W",
        "WITH t AS (SELECT 1) DELETE FROM u                    | WRITE W",
        "INSERT INTO t VALUES (LAST_INSERT_ID())               | WRITE WC",
        "CREATE TABLE t (id INT)                               | WRITE W",
        "CREATE TEMPORARY TABLE t (id INT)                     | WRITE WC",
        "UPDATE t SET a = 1; SELECT 1                          | WRITE W",
        "SELECT 1; UPDATE t SET a = 1                          | MULTI_STATEMENT W",
        "SELECT 1; SELECT 2                                    | MULTI_STATEMENT",
        "SET @m = 1; SELECT @m                                 | MULTI_STATEMENT WC",
        "CALL p(?)                                             | CALLABLE WR",
        "{call p(?)}                                           | CALLABLE WR",
        "{? = call f(?)}                                       | CALLABLE WR",
        "{ call p }                                            | CALLABLE WR",
        "CALL p(@out)                                          | CALLABLE WC",
        "SELECT 1 FROM t FOR UPDATE                            | LOCKING_READ",
        "SELECT f_write(1) FROM t FOR UPDATE                   | LOCKING_READ W",
        "SELECT (SELECT a FROM t LOCK IN SHARE MODE)           | LOCKING_READ",
        "SELECT 1 FROM t FOR UPDATE WAIT 5                     | LOCKING_READ W",
        "SELECT LAST_INSERT_ID()                               | SIDE_EFFECT_FUNCTION C",
        "SELECT GET_LOCK('a', 1)                               | SIDE_EFFECT_FUNCTION C",
        "SELECT @n := @n + 1                                   | SIDE_EFFECT_FUNCTION C",
        "SELECT a INTO @a FROM t                               | SIDE_EFFECT_FUNCTION C",
        "SELECT a FROM t INTO OUTFILE 'f' FIELDS TERMINATED BY ',' | SIDE_EFFECT_FUNCTION",
        "SELECT SQL_CALC_FOUND_ROWS a FROM t                   | SIDE_EFFECT_FUNCTION C",
        "SELECT VERSION()                                      | SIDE_EFFECT_FUNCTION",
        "SELECT @@global.read_only                             | SIDE_EFFECT_FUNCTION",
        "SELECT @@identity                                     | SIDE_EFFECT_FUNCTION C",
        "SELECT NEXTVAL('s')                                   | SIDE_EFFECT_FUNCTION WC",
        "SELECT my_func(1)                                     | SIDE_EFFECT_FUNCTION WR",
        "SELECT app . upper ('x')                              | SIDE_EFFECT_FUNCTION WR",
        "SELECT my_func(LAST_INSERT_ID())                      | SIDE_EFFECT_FUNCTION WC",
        "SELECT NOW ()                                         | SIDE_EFFECT_FUNCTION WR",
        "SHOW TABLES                                           | UNCLASSIFIED",
        "SHOW WARNINGS                                         | UNCLASSIFIED C",
        "EXPLAIN UPDATE t SET a = 1                            | UNCLASSIFIED",
        "EXPLAIN ANALYZE SELECT f()                            | UNCLASSIFIED W",
        "ANALYZE TABLE t                                       | UNCLASSIFIED W",
        "SET autocommit = 0                                    | UNCLASSIFIED WC",
        "LOCK TABLES t READ                                    | UNCLASSIFIED WC",
        "USE other                                             | UNCLASSIFIED C",
        "SELECT * FROM information_schema.processlist          | UNCLASSIFIED",
        "SELECT * FROM `mysql`.user                            | UNCLASSIFIED",
        "SELECT 'open                                          | UNCLASSIFIED W",
        "SELECT 1 FROM                                         | UNCLASSIFIED W",
        "/* nothing */                                         | UNCLASSIFIED",
      })
  void text_hasKindAndFlags(String sql, String expected) {
    assertThat(describe(SqlRecognizer.recognize(sql.strip()))).isEqualTo(expected.strip());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT update_time, deleted, call_count, set_id, 'INSERT ' AS x FROM replace_log",
        "SELECT id FROM orders FORCE INDEX FOR ORDER BY (k) WHERE a IN(1) AND b BETWEEN(1)AND(2)",
        "SELECT d.a FROM (SELECT 1) AS last_insert_id (a)",
        "WITH get_lock (a) AS (SELECT 1) SELECT a FROM get_lock",
        "SELECT a FROM t WHERE x LIKE 'a\\_%' ESCAPE '|' AND y = 'it\\'s'",
        "SELECT t.`into`, t.for FROM t WHERE t.lock IS NOT NULL",
        "SELECT SUM(a) OVER (PARTITION BY b ORDER BY c ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t",
        "SELECT CAST(a AS CHAR(10)), CONVERT(b USING utf8mb4), JSON_VALUE(c, '$.a' RETURNING DECIMAL(4,2)) FROM t",
        "SELECT * FROM a JOIN b JOIN c ON b.x = c.x ON a.x = b.x",
        "SELECT a FROM t WHERE (a, b) IN ((1, 2), (3, 4)) OR ((SELECT 1) + 2) > ALL (SELECT 3)",
        "TABLE t ORDER BY a LIMIT ?",
        "VALUES ROW(1, 2), ROW(3, 4)",
      })
  void query_withWordsAndBracketsThatLookLikeMore_isRead(String sql) {
    assertThat(SqlRecognizer.recognize(sql).kind()).isEqualTo(SqlKind.READ);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1 /*!90000 FOR UPDATE */ FROM t",
        "SELECT '\\'; DELETE FROM t -- '",
        "SELECT \"\\\" FROM t WHERE a = 1 FOR UPDATE # \"",
        "SELECT /*+ ' */ 1 FROM t FOR UPDATE -- '",
        "SELECT 1 /*!80001 , 2 */ /*!90001 , 3 */",
        "SELECT `count`(1)",
        "SELECT a FROM t WHERE b = ?AND c = 1",
        "SELECT GET_LOC\u212A('k', 0)",
        "SELECT 1\u0000",
        "SELECT \uD83D",
      })
  void text_thatSomeServerMayReadOtherwise_isNoRead(String sql) {
    assertThat(SqlRecognizer.recognize(sql).kind()).isNotEqualTo(SqlKind.READ);
  }

  private static String describe(SqlTraits traits) {
    String flags =
        (traits.mayWrite() ? "W" : "")
            + (traits.connectionState() ? "C" : "")
            + (traits.reviewable() ? "R" : "");
    return traits.kind() + (flags.isEmpty() ? "" : " " + flags);
  }
}
