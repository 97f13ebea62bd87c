package io.github.rwsplit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rwsplit.cases.OrderMapper;
import io.github.rwsplit.cases.Shop;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;

@WithMySqlCluster(replicas = 2)
class RwSplitMetersTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private double decisions(String role, String reason) {
    var counter =
        registry.find(RwSplitMeters.DECISIONS).tags("role", role, "reason", reason).counter();
    return counter == null ? 0 : counter.count();
  }

  @Test
  void bindTo_statements_areCountedByTheSameWordsAsInTheAudit(MySqlCluster servers)
      throws Exception {
    try (Shop shop = Shop.open(servers)) {
      new RwSplitMeters(shop.cluster()).bindTo(registry);
      OrderMapper orders = shop.orders();
      orders.selectById(1);
      orders.selectById(2);
      orders.updateStatus(1, "PAID");
      shop.required().executeWithoutResult(status -> orders.selectById(1));

      assertThat(decisions("replica", "EVENTUAL_REPLICA")).isEqualTo(2);
      assertThat(decisions("primary", "WRITE")).isOne();
      assertThat(decisions("primary", "TX_READ_WRITE")).isOne();
      assertThat(
              registry.get(RwSplitMeters.ACQUIRE).tag("role", "replica").timers().stream()
                  .mapToLong(timer -> timer.count())
                  .sum())
          .isEqualTo(2);
      assertThat(registry.get(RwSplitMeters.DROPPED).functionCounter().count()).isZero();
      assertThat(registry.get(RwSplitMeters.MARKERS).gauge().value()).isNotNegative();
      assertThat(registry.get(RwSplitMeters.FALLBACKS).tag("group", "online").counter().count())
          .isZero();
    }
  }

  @Test
  void bindTo_refusalsAndFallbacks_areCounted(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.open(servers)) {
      new RwSplitMeters(shop.cluster()).bindTo(registry);
      for (MySqlNode replica : servers.replicas()) {
        shop.cluster().switches().by("test", "none left").drain(replica.name(), true);
      }
      shop.orders().selectById(1);
      assertThatThrownBy(() -> shop.orders().countForReport())
          .isInstanceOf(DataAccessException.class);
      shop.cluster().switches().by("test", "no writes").readOnly(true);
      assertThatThrownBy(() -> shop.orders().updateStatus(1, "PAID"))
          .isInstanceOf(DataAccessException.class);

      assertThat(registry.get(RwSplitMeters.FALLBACKS).tag("group", "online").counter().count())
          .isOne();
      assertThat(registry.get(RwSplitMeters.REFUSED).tag("reason", "REFUSED").counter().count())
          .isOne();
      assertThat(
              registry.get(RwSplitMeters.REFUSED).tag("reason", "READ_ONLY_MODE").counter().count())
          .isOne();
    }
  }

  @Test
  void bindTo_aReload_followsTheReplicasThereAre(MySqlCluster servers) throws Exception {
    MySqlNode replica = servers.replica(1);
    try (Shop shop = Shop.open(servers)) {
      new RwSplitMeters(shop.cluster()).bindTo(registry);
      assertThat(lags()).isEqualTo(2);
      assertThat(pools()).isEqualTo(2);

      shop.cluster()
          .reload(
              RwSplitConfig.read(
                  Map.of(
                      "audit.enabled", "true",
                      "groups.reporting.when-none", "refuse",
                      "replicas.replica-9.url", replica.jdbcUrl())));
      assertThat(lags()).isOne();
      assertThat(registry.get(RwSplitMeters.LAG).tag("node", "replica-9").gauge().value())
          .isBetween(0.0, 60.0);
      assertThat(
              registry
                  .get(RwSplitMeters.STATE)
                  .tags("node", "replica-9", "state", "UP")
                  .gauge()
                  .value())
          .isOne();
      assertThat(registry.find(RwSplitMeters.STATE).tag("node", "replica-1").gauge()).isNull();
      assertThat(registry.find("hikaricp.connections.max").gauges())
          .anyMatch(gauge -> String.valueOf(gauge.getId().getTag("pool")).contains("replica-9"));
    }
  }

  private int lags() {
    return registry.find(RwSplitMeters.LAG).gauges().size();
  }

  private int pools() {
    return registry.find("hikaricp.connections.max").gauges().size();
  }
}
