package io.github.rwsplit.cases;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.apache.ibatis.annotations.Select;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** B35: words of writes in names and literals sent nearly every read to the primary. */
@WithMySqlCluster(replicas = 2)
class CaseB35Test {

  private static final int CALLS = 1_000;

  interface Log {

    @Consistency(EVENTUAL)
    @Select(
        "select update_time, deleted, call_count, set_id, 'INSERT ' as x from replace_log"
            + " where set_id > 0 order by set_id limit 5")
    List<Map<String, Object>> harmless();
  }

  @Test
  void reads_withWordsOfWritesInNames_neverTouchThePrimarysPool(MySqlCluster servers)
      throws Exception {
    AtomicInteger lent = new AtomicInteger();
    try (Shop shop =
        Shop.on(servers)
            .schema(
                "create table if not exists replace_log (update_time datetime, deleted int,"
                    + " call_count int, set_id int)",
                "insert into replace_log values (now(), 0, 1, 1)")
            .mapper(Log.class)
            .wrapped(pool -> counting(pool, lent))
            .open()) {
      Log log = shop.mapper(Log.class);
      lent.set(0);
      assertThatCall(
              () -> {
                for (int i = 0; i < CALLS; i++) {
                  assertThat(log.harmless()).isNotEmpty();
                }
              })
          .ranOn(REPLICA)
          .ranNothingOn(PRIMARY)
          .because(EVENTUAL_REPLICA);
      assertThat(lent).hasValue(0);
      assertThat(shop.events()).hasSize(CALLS);
    }
  }

  private static DelegatingDataSource counting(DataSource pool, AtomicInteger lent) {
    return new DelegatingDataSource(pool) {
      @Override
      public Connection getConnection() throws SQLException {
        if (!Thread.currentThread().getName().startsWith("rwsplit-probe")) {
          lent.incrementAndGet();
        }
        return super.getConnection();
      }
    };
  }
}
