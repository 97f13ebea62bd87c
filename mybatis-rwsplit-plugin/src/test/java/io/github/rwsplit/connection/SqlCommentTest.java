package io.github.rwsplit.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.route.Destination;
import io.github.rwsplit.route.RouteDecision;
import io.github.rwsplit.route.RouteReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlCommentTest {

  private static final RouteDecision READ =
      new RouteDecision(
          Destination.REPLICA,
          RouteReason.EVENTUAL_REPLICA,
          ConsistencyLevel.EVENTUAL,
          "online",
          null,
          false,
          null);
  private static final RouteDecision WRITE =
      new RouteDecision(Destination.PRIMARY, RouteReason.WRITE, null, "online", null, false, null);

  @Test
  void behind_aRead_hasSortedKeysInTheFormOfSqlcommenter() {
    assertThat(SqlComment.behind("select 1", "com.acme.OrderMapper.page", READ))
        .isEqualTo(
            "select 1 /*level='EVENTUAL',reason='EVENTUAL_REPLICA',"
                + "statement='com.acme.OrderMapper.page'*/");
  }

  @Test
  void behind_aWrite_hasNoLevel() {
    assertThat(SqlComment.behind("delete from t", "m.d", WRITE))
        .isEqualTo("delete from t /*reason='WRITE',statement='m.d'*/");
  }

  @Test
  void behind_aSemicolon_standsInFrontOfIt() {
    assertThat(SqlComment.behind("delete from t ; \n", "m.d", WRITE))
        .isEqualTo("delete from t /*reason='WRITE',statement='m.d'*/ ; \n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1 /* mine */",
        "select /*+ MAX_EXECUTION_TIME(1) */ 1",
        "select 1 -- mine",
        "select 1 # mine",
        "select '--'"
      })
  void behind_whatMayHaveAComment_isLeftAlone(String sql) {
    assertThat(SqlComment.behind(sql, "m.s", READ)).isEqualTo(sql);
  }

  @Test
  void behind_aHostileId_staysInItsValue() {
    String sql = SqlComment.behind("select 1", "m.s'*/; drop table t; /* \n é?", WRITE);

    assertThat(sql)
        .isEqualTo(
            "select 1 /*reason='WRITE',"
                + "statement='m.s%27%2A%2F%3B%20drop%20table%20t%3B%20%2F%2A%20%0A%20%C3%A9%3F'*/");
  }
}
