package io.github.rwsplit.around;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.SESSION_REPLICA;
import static io.github.rwsplit.route.RouteReason.TX_READ_ONLY_REPLICA;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatFailingCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.Pools;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.cases.Shop;
import io.github.rwsplit.test.CallAssert;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.ReceivedStatement;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.session.Session;
import org.springframework.session.SessionRepository;
import org.springframework.session.jdbc.JdbcIndexedSessionRepository;
import org.springframework.transaction.support.TransactionOperations;

/** Spring Session with its tables in the mappers' database and its own transactions. */
@WithMySqlCluster(replicas = 2)
class SpringSessionTest {

  @Test
  void saveAndFind_areOnThePrimary_andMappersReadTheReplicas(MySqlCluster servers)
      throws Exception {
    try (Shop shop = open(servers)) {
      SessionRepository<?> sessions = repository(shop, shop.requiresNew());

      String id =
          assertThatCall(() -> save(sessions, "cart", "3 items"))
              .ranOn(PRIMARY)
              .ranNothingOn(REPLICA)
              .returning();
      assertThat(
              assertThatCall(() -> attribute(sessions, id, "cart"))
                  .ranOn(PRIMARY)
                  .ranNothingOn(REPLICA)
                  .returning())
          .isEqualTo("3 items");
      assertThatCall(() -> shop.orders().selectById(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
      assertSavedEverywhere(servers, id);
      Pools.assertAllReturned(shop.pool());
    }
  }

  /** What is written past MyBatis is nobody's write to the mappers. */
  @Test
  void save_inOneOfOurSessions_leavesNoMarker(MySqlCluster servers) throws Exception {
    try (Shop shop = open(servers)) {
      SessionRepository<?> sessions = repository(shop, shop.requiresNew());
      RwSplit.inSession(
          "user-1",
          () -> {
            save(sessions, "cart", "3 items");
            return assertThatCall(() -> shop.orders().selectByIdInSession(1))
                .ranOn(REPLICA)
                .because(SESSION_REPLICA);
          });
    }
  }

  /** As Spring Session is configured by itself: each access has a transaction of its own. */
  @Test
  void save_withItsOwnTransaction_inATransactionOnAReplica_isCommittedOnThePrimary(
      MySqlCluster servers) throws Exception {
    try (Shop shop = openWithReadOnlyOnReplicas(servers)) {
      SessionRepository<?> sessions = repository(shop, shop.requiresNew());
      CallAssert<String> call =
          assertThatCall(
              () ->
                  shop.readOnly()
                      .execute(
                          status -> {
                            shop.orders().selectById(1);
                            String id = save(sessions, "cart", "3 items");
                            shop.orders().selectById(2);
                            return id;
                          }));

      call.because(TX_READ_ONLY_REPLICA);
      assertThat(replicaTexts(call))
          .hasSize(2)
          .allMatch(text -> text.startsWith("select id, user_id, status from orders"));
      assertSavedEverywhere(servers, call.returning());
      Pools.assertAllReturned(shop.pool());
    }
  }

  /** B58: a repository that joins the transaction around it. */
  @Test
  void save_joiningATransactionOnAReplica_isRefusedClearly_andSavedNowhere(MySqlCluster servers)
      throws Exception {
    try (Shop shop = openWithReadOnlyOnReplicas(servers)) {
      SessionRepository<?> sessions = repository(shop, shop.required());
      CallAssert<DataAccessException> call =
          assertThatFailingCall(
              DataAccessException.class,
              () ->
                  shop.readOnly()
                      .executeWithoutResult(
                          status -> {
                            shop.orders().selectById(1);
                            save(sessions, "cart", "3 items");
                          }));

      assertThat(call.returning()).hasMessageContaining("read-only");
      assertThat(replicaTexts(call))
          .containsExactly("select id, user_id, status from orders where id = 1");
      servers.awaitReplication();
      for (MySqlNode node : servers.nodes()) {
        assertThat(sessionsOn(node)).as(node.name()).isZero();
      }
      Pools.assertAllReturned(shop.pool());
    }
  }

  private static <S extends Session> String save(
      SessionRepository<S> sessions, String name, String value) {
    S session = sessions.createSession();
    session.setAttribute(name, value);
    sessions.save(session);
    return session.getId();
  }

  private static @Nullable String attribute(SessionRepository<?> sessions, String id, String name) {
    Session session = sessions.findById(id);
    return session == null ? null : session.getAttribute(name);
  }

  private static List<String> replicaTexts(CallAssert<?> call) {
    return List.of("replica-1", "replica-2").stream()
        .flatMap(node -> call.statementsOn(node).stream())
        .map(ReceivedStatement::text)
        .filter(text -> text.contains("orders") || text.contains("SPRING_SESSION"))
        .toList();
  }

  private static void assertSavedEverywhere(MySqlCluster servers, String id) throws Exception {
    assertThat(id).isNotNull();
    servers.awaitReplication();
    for (MySqlNode node : servers.nodes()) {
      assertThat(sessionsOn(node)).as(node.name()).isEqualTo(1);
    }
  }

  private static int sessionsOn(MySqlNode node) throws Exception {
    try (Connection connection = node.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from SPRING_SESSION")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static SessionRepository<?> repository(Shop shop, TransactionOperations transactions) {
    return new JdbcIndexedSessionRepository(shop.jdbc(), transactions);
  }

  private static Shop open(MySqlCluster servers) throws Exception {
    return prepared(servers, Shop.open(servers));
  }

  private static Shop openWithReadOnlyOnReplicas(MySqlCluster servers) throws Exception {
    return prepared(servers, Shop.on(servers).property("transactions.read-only", "replica").open());
  }

  private static Shop prepared(MySqlCluster servers, Shop shop) {
    ResourceDatabasePopulator tables =
        new ResourceDatabasePopulator(
            new ClassPathResource("org/springframework/session/jdbc/schema-drop-mysql.sql"),
            new ClassPathResource("org/springframework/session/jdbc/schema-mysql.sql"));
    tables.setIgnoreFailedDrops(true);
    tables.execute(shop.pool());
    servers.awaitReplication();
    return shop;
  }
}
