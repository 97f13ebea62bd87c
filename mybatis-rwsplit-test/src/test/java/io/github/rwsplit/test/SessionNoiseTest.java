package io.github.rwsplit.test;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionNoiseTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET autocommit=1",
        "set session transaction read only",
        "SHOW REPLICA STATUS",
        "begin",
        "START  TRANSACTION READ ONLY",
        "COMMIT",
        "rollback to savepoint a",
        "SAVEPOINT a",
        "release savepoint a",
        "",
        "/* ping */ SELECT 1",
        "/* mysql-connector-j-9.7.0 (Revision: 0) */SELECT  @@session.auto_increment_increment AS a, @@x AS b",
        "select @@global.gtid_executed, @@global.super_read_only",
        "SELECT WAIT_FOR_EXECUTED_GTID_SET('a:1-5', 0.02)",
        "SELECT 1",
        "select 'x'",
        "SELECT 1 FROM DUAL",
        "SELECT DATABASE()",
        "SELECT '@@x from y'",
        "-- probe\nSELECT @@server_uuid",
        "SELECT * FROM performance_schema.replication_connection_status",
      })
  void matches_whatPoolsAndProbesSend_true(String sql) {
    assertThat(SessionNoise.matches(sql)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id FROM orders",
        "/* noise? */ select id, @@server_uuid from orders",
        "SELECT LAST_INSERT_ID()",
        "SELECT GET_LOCK('a', 1)",
        "select f(1)",
        "SELECT * FROM settings",
        "INSERT INTO orders VALUES (1)",
        "REPLACE INTO orders VALUES (1)",
        "(SELECT 1 FROM a) UNION (SELECT 2 FROM b)",
        "CALL p()",
        "WITH a AS (SELECT 1) SELECT * FROM a",
        "/*!50000 UPDATE orders SET a=1 */",
        "settle",
      })
  void matches_whatApplicationsSend_false(String sql) {
    assertThat(SessionNoise.matches(sql)).isFalse();
  }
}
