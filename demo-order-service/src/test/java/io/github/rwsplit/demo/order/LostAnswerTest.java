package io.github.rwsplit.demo.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.demo.DemoOrderService;
import io.github.rwsplit.demo.DemoTest;
import io.github.rwsplit.demo.Shop;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.http.HttpHeaders;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/** The connection is lost while the primary commits, and the primary goes on with it. */
@WithMySqlCluster(replicas = 1)
class LostAnswerTest {

  private static MySqlNode primary;
  private static ConfigurableApplicationContext context;
  private static Shop shop;
  private static HeldCommits held;

  /** Keeps the next commit from being answered until it is let go. */
  private static final class HeldCommits implements TransactionExecutionListener {

    private final AtomicBoolean armed = new AtomicBoolean();
    private final Connection admin;

    HeldCommits(Connection admin) {
      this.admin = admin;
    }

    @Override
    public void beforeCommit(TransactionExecution transaction) {
      if (armed.compareAndSet(true, false)) {
        execute("FLUSH TABLES WITH READ LOCK");
      }
    }

    void letGo() {
      execute("UNLOCK TABLES");
    }

    private void execute(String sql) {
      try (Statement statement = admin.createStatement()) {
        statement.execute(sql);
      } catch (SQLException e) {
        throw new IllegalStateException(sql, e);
      }
    }
  }

  @BeforeAll
  static void open(MySqlCluster servers) throws SQLException {
    primary = servers.primary();
    held = new HeldCommits(primary.adminConnection());
    SpringApplication application = new SpringApplication(DemoOrderService.class);
    application.addInitializers(
        made ->
            ((GenericApplicationContext) made)
                .registerBean(TransactionExecutionListener.class, () -> held));
    context =
        application.run(
            "--server.port=0",
            "--demo.orders=500",
            "--demo.logs=" + DemoTest.LOGS,
            "--spring.datasource.url=" + primary.jdbcUrlWithPositions() + "&socketTimeout=3000",
            "--spring.datasource.username=" + primary.user(),
            "--spring.datasource.password=" + primary.password(),
            "--rwsplit.replicas.replica-1.url=" + servers.replica(1).jdbcUrl());
    shop = new Shop(context.getEnvironment(), servers);
  }

  @AfterAll
  static void close() throws SQLException {
    context.close();
    held.admin.close();
  }

  @Test
  void place_answerToItsCommitIsLost_isNotToldToTryAgain() {
    long before = shop.number("SELECT COUNT(*) FROM orders");
    held.armed.set(true);

    var response = shop.place("1", 1, 1, 1);
    held.letGo();

    assertUnknown(response);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> shop.number("SELECT COUNT(*) FROM orders") == before + 1);
  }

  @Test
  void cancel_answerToItsCommitIsLost_isNotToldToTryAgain() {
    long id = shop.placed("2", 2, 2, 1);
    held.armed.set(true);

    var response = shop.post("/orders/{id}/cancel", id);
    held.letGo();

    assertUnknown(response);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                shop.number("SELECT COUNT(*) FROM orders WHERE status = 'CANCELLED' AND id = " + id)
                    == 1);
  }

  private static void assertUnknown(ResponseSpec response) {
    assertThat(held.armed).isFalse();
    response.expectStatus().isEqualTo(500);
    response.expectHeader().doesNotExist(HttpHeaders.RETRY_AFTER);
    response.expectBody().jsonPath("$.type").isEqualTo("urn:problem:outcome-unknown");
  }
}
