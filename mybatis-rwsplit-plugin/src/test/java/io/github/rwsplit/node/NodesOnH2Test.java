package io.github.rwsplit.node;

import static io.github.rwsplit.node.NodeFixtures.LEAST;
import static io.github.rwsplit.node.NodeFixtures.group;
import static io.github.rwsplit.node.NodeFixtures.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nodes on databases that have neither a server_uuid nor read_only. */
class NodesOnH2Test {

  private final HikariDataSource primary = pool("jdbc:h2:mem:node-p;DB_CLOSE_DELAY=-1");
  private final HikariDataSource bean = pool("jdbc:h2:mem:node-b;DB_CLOSE_DELAY=-1");
  private final Map<String, NodeSettings.Replica> replicas = new LinkedHashMap<>();

  @AfterEach
  void closePools() {
    primary.close();
    bean.close();
  }

  @Test
  void start_urlAndBeanReplicas_areUpAndHandOutTheirOwnConnections() throws Exception {
    replicas.put("r1", byUrl("jdbc:h2:mem:node-r;DB_CLOSE_DELAY=-1"));
    replicas.put("b1", byBean());
    HikariDataSource own;
    try (Nodes nodes = nodes(Map.of("online", LEAST))) {
      nodes.start();
      assertThat(nodes.primary().state()).isEqualTo(NodeState.UP);
      assertThat(nodes.replicas()).extracting(Node::state).containsOnly(NodeState.UP);
      assertThat(nodes.replicas()).extracting(Node::name).containsExactly("r1", "b1");
      Node r1 = Objects.requireNonNull(nodes.find("r1"));
      assertThat(r1.serverUuid()).isNull();
      try (Connection connection = r1.dataSource().getConnection()) {
        assertThat(connection.getMetaData().getURL()).isEqualTo("jdbc:h2:mem:node-r");
      }
      own = (HikariDataSource) r1.dataSource();
    }
    assertThat(own.isClosed()).isTrue();
    assertThat(bean.isClosed()).isFalse();
    assertThat(primary.isClosed()).isFalse();
  }

  @Test
  void start_replicaIsNotThere_startsWithoutIt() {
    replicas.put("r1", byUrl("jdbc:h2:tcp://127.0.0.1:1/mem:x"));
    replicas.put("b1", byBean());
    try (Nodes nodes = nodes(Map.of("online", LEAST))) {
      nodes.start();
      assertThat(Objects.requireNonNull(nodes.find("r1")).state()).isEqualTo(NodeState.DOWN);
      assertThat(Objects.requireNonNull(nodes.pick(request("online"))).name()).isEqualTo("b1");
    }
  }

  @Test
  void of_pools_leaveTheLoginTimeoutOfTheJvmAlone() {
    int before = DriverManager.getLoginTimeout();
    replicas.put("r1", byUrl("jdbc:h2:mem:node-r;DB_CLOSE_DELAY=-1"));
    try (Nodes nodes = nodes(Map.of("online", LEAST))) {
      nodes.start();
      assertThat(DriverManager.getLoginTimeout()).isEqualTo(before);
    }
  }

  @Test
  void of_wrongNames_areAllRefused() {
    replicas.put(
        "primary",
        new NodeSettings.Replica(
            "jdbc:h2:mem:x", null, null, null, 1, Set.of("nightly"), Map.of()));
    assertThatThrownBy(() -> nodes(Map.of("online", group("fastest"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            """
            rwsplit.groups.online.load-balancer must be one of [least-connections, random, \
            round-robin, hash-session, hash-query] or the name of a LoadBalancer bean, but was \
            'fastest'; such beans are []
            rwsplit.replicas.primary must have another name: it is a replica
            rwsplit.replicas.primary.groups must be among [online], but was 'nightly'""");
  }

  private Nodes nodes(Map<String, NodeSettings.Group> groups) {
    return Nodes.of(
        NodeFixtures.settings(replicas, groups),
        1,
        primary,
        Map.of("reportDataSource", bean),
        Map.of());
  }

  private static NodeSettings.Replica byUrl(String url) {
    return new NodeSettings.Replica(url, null, null, null, 1, Set.of("online"), Map.of());
  }

  private static NodeSettings.Replica byBean() {
    return new NodeSettings.Replica(
        null, "reportDataSource", null, null, 1, Set.of("online"), Map.of());
  }

  private static HikariDataSource pool(String url) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setUsername("sa");
    config.setMaximumPoolSize(2);
    return new HikariDataSource(config);
  }
}
