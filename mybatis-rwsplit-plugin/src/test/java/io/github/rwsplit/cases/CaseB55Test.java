package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.ClusterProbe;
import io.github.rwsplit.RwSplitConfigException;
import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.route.Turned;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.cursor.Cursor;
import org.apache.ibatis.session.SqlSession;
import org.junit.jupiter.api.Test;

/** B55: a configuration that was read again closed pools under running work. */
@WithMySqlCluster(replicas = 2)
class CaseB55Test {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  interface Streams {

    /** Row by row from the server, not from memory. */
    @Consistency(ConsistencyLevel.EVENTUAL)
    @Options(fetchSize = Integer.MIN_VALUE)
    @Select("select id, user_id, status from orders order by id")
    Cursor<Order> stream();
  }

  /** An account whose password changes while both are valid, as one rotates passwords. */
  private static Shop shop(MySqlCluster servers) throws Exception {
    return Shop.on(servers)
        .mapper(Streams.class)
        .schema(
            "drop user if exists 'rotated'@'%'",
            "create user 'rotated'@'%' identified by 'first'",
            "grant select, replication client on *.* to 'rotated'@'%'")
        .property("replicas.replica-2.username", "rotated")
        .property("replicas.replica-2.password", "first")
        .open();
  }

  @Test
  void reload_underWork_interruptsNothing(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers);
        Readers readers = new Readers(shop);
        SqlSession session = shop.factory().openSession()) {
      DataSource first = ClusterProbe.replica(shop.cluster(), "replica-1");
      HikariDataSource second =
          (HikariDataSource) ClusterProbe.replica(shop.cluster(), "replica-2");
      shop.cluster().switches().by("test", "the cursor is to be on R1").drain("replica-2", true);
      Cursor<Order> cursor = session.getMapper(Streams.class).stream();
      Iterator<Order> rows = cursor.iterator();
      List<Long> streamed = new ArrayList<>(List.of(rows.next().getId()));
      shop.cluster().switches().by("test", "the cursor is there").drain("replica-2", false);
      readers.awaitMore();

      shop.required()
          .executeWithoutResult(
              status -> {
                shop.orders().updateStatus(1, "HALF");
                shop.reload(Map.of("replicas.replica-1.weight", "3"));
                assertThat(ClusterProbe.replica(shop.cluster(), "replica-1")).isSameAs(first);
                assertThat(ClusterProbe.replica(shop.cluster(), "replica-2")).isSameAs(second);

                servers
                    .primary()
                    .execute(
                        "alter user 'rotated'@'%' identified by 'second' retain current password");
                servers.awaitReplication();
                shop.reload(Map.of("replicas.replica-2.password", "second"));
                assertThat(ClusterProbe.replica(shop.cluster(), "replica-1")).isSameAs(first);
                assertThat(ClusterProbe.replica(shop.cluster(), "replica-2")).isNotSameAs(second);
                readers.awaitMore();

                shop.reloadWithout("replicas.replica-1");
                readers.awaitMore();
                shop.orders().updateStatus(1, "DONE");
              });

      assertThat(Shop.statusOn(servers.primary(), 1)).isEqualTo("DONE");
      rows.forEachRemaining(order -> streamed.add(order.getId()));
      assertThat(streamed).containsExactly(1L, 2L, 3L);
      cursor.close();
      readers.close();
      assertThat(readers.failures()).isEmpty();
      assertThat(shop.eventsSoFar())
          .filteredOn(event -> event.statement().endsWith("updateStatus"))
          .hasSize(2)
          .allMatch(event -> event.reason() == WRITE && "primary".equals(event.node()));
      assertThat(shop.eventsSoFar())
          .filteredOn(event -> event.statement().endsWith("stream"))
          .singleElement()
          .satisfies(
              event -> {
                assertThat(event.node()).isEqualTo("replica-1");
                assertThat(event.outcome()).isEqualTo(StatementEvent.Outcome.OK);
              });

      await().atMost(PATIENCE).until(second::isClosed);
      await().atMost(PATIENCE).until(((HikariDataSource) first)::isClosed);
      servers.clearStatements();
      for (int i = 0; i < 30; i++) {
        assertThatCall(() -> shop.orders().selectById(1))
            .ranOn("replica-2")
            .because(EVENTUAL_REPLICA);
      }
      // the probe is gone as well
      assertThat(servers.replica(1).everythingReceived()).isEmpty();
    }
  }

  @Test
  void reload_newReplica_isUsedAtOnce_andItsDrainingHolds(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.open(servers)) {
      shop.reloadWithout("replicas.replica-2");
      assertThatCall(() -> shop.orders().selectById(1)).ranOn("replica-1");
      shop.reload(Map.of("replicas.again.url", servers.replica(2).jdbcUrl()));
      shop.cluster().switches().by("test", "only the new one").drain("replica-1", true);
      for (int i = 0; i < 10; i++) {
        assertThatCall(() -> shop.orders().selectById(1)).ranOn("replica-2");
      }
      shop.reload(Map.of("replicas.replica-1.weight", "5"));
      for (int i = 0; i < 10; i++) {
        assertThatCall(() -> shop.orders().selectById(1)).ranOn("replica-2");
      }
    }
  }

  @Test
  void reload_switchesAndLimits_takeEffectWithoutTouchingAPool(MySqlCluster servers)
      throws Exception {
    try (Shop shop = Shop.open(servers)) {
      DataSource pool = ClusterProbe.replica(shop.cluster(), "replica-1");
      shop.reload(
          Map.of("switches.primary-only", "true", "groups.online.load-balancer", "round-robin"));
      assertThatCall(() -> shop.orders().selectById(1)).ranOn(PRIMARY);
      assertThat(shop.cluster().switches().state().primaryOnly())
          .isNotNull()
          .extracting(Turned::who)
          .isEqualTo("configuration");
      shop.reload(Map.of("switches.primary-only", "false"));
      for (int i = 0; i < 2; i++) {
        servers.clearStatements();
        shop.orders().selectById(1);
        shop.orders().selectById(1);
        assertThat(servers.replica(1).statements()).hasSize(1);
        assertThat(servers.replica(2).statements()).hasSize(1);
      }
      assertThat(ClusterProbe.replica(shop.cluster(), "replica-1")).isSameAs(pool);
    }
  }

  @Test
  void reload_whatCannotChange_isRefusedAsAWholeAndNamed(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.open(servers)) {
      DataSource pool = ClusterProbe.replica(shop.cluster(), "replica-1");
      assertThatThrownBy(
              () ->
                  shop.reload(
                      Map.of(
                          "replicas.replica-1.pool.maximum-pool-size", "3",
                          "session.window", "9s",
                          "default-consistency", "EVENTUAL",
                          "lag.probe-interval", "20ms")))
          .isInstanceOf(RwSplitConfigException.class)
          .hasMessageContaining(
              "rwsplit.default-consistency cannot change while the cluster runs; restart for it")
          .hasMessageContaining("rwsplit.session cannot change")
          .hasMessageContaining("rwsplit.lag.probe-interval cannot change");
      assertThatThrownBy(() -> shop.reload(Map.of("replicas.r3.url", "jdbc:nobody:x")))
          .isInstanceOf(RwSplitConfigException.class)
          .hasMessageContaining("rwsplit.replicas.r3.url must be a URL");
      assertThatThrownBy(() -> shop.reloadWithout("groups.reporting"))
          .isInstanceOf(RwSplitConfigException.class)
          .hasMessageContaining("rwsplit.groups.reporting must stay");
      assertThat(ClusterProbe.replica(shop.cluster(), "replica-1")).isSameAs(pool);
      assertThatCall(() -> shop.orders().selectById(1)).because(EVENTUAL_REPLICA);
    }
  }

  /** Reads fifty times a second. */
  private static final class Readers implements AutoCloseable {

    private final ScheduledExecutorService executor = Executors.newScheduledThreadPool(2);
    private final AtomicInteger rows = new AtomicInteger();
    private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());

    Readers(Shop shop) {
      executor.scheduleAtFixedRate(() -> read(shop), 0, 20, TimeUnit.MILLISECONDS);
    }

    private void read(Shop shop) {
      try {
        if (shop.orders().selectById(2).getStatus().equals("PAID")) {
          rows.incrementAndGet();
        }
      } catch (Throwable e) {
        failures.add(e);
      }
    }

    void awaitMore() {
      int before = rows.get();
      await().atMost(PATIENCE).until(() -> rows.get() >= before + 25 || !failures.isEmpty());
    }

    List<Throwable> failures() {
      return List.copyOf(failures);
    }

    @Override
    public void close() throws InterruptedException {
      executor.shutdown();
      assertThat(executor.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }
  }
}
