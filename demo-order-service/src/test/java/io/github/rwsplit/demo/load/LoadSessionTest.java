package io.github.rwsplit.demo.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** A session against a shop that answers what a late replica would. */
class LoadSessionTest {

  private static final int RUNS = 40;

  private final LoadFigures figures = new LoadFigures();
  private HttpServer shop;

  @BeforeEach
  void open() throws IOException {
    shop = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    answer("/orders", 201, "{\"id\":5,\"status\":\"PAID\"}");
    answer("/orders/5/status", 200, "{\"id\":5,\"status\":\"PAID\"}");
    answer("/users", 200, "{\"items\":[{\"id\":5,\"status\":\"PAID\"}]}");
    answer("/catalog", 200, "{}");
    shop.start();
  }

  @AfterEach
  void close() {
    shop.stop(0);
  }

  @Test
  void run_everythingIsThere_findsNothing() {
    LoadReport report = report();

    assertThat(report.writes()).isEqualTo(1);
    assertThat(report.checked()).isPositive();
    assertThat(report.checked() + report.eventual()).isEqualTo(RUNS - 1);
    assertThat(report.stale() + report.behind() + report.failed()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"404, {}", "200, '{\"id\":5,\"status\":\"CANCELLED\"}'"})
  void run_stateIsNotWhatItWrote_isStaleAndSaid(int status, String body) {
    shop.removeContext("/orders/5/status");
    answer("/orders/5/status", status, body);

    LoadReport report = report();

    assertThat(report.stale()).isPositive().isEqualTo(report.checked());
    assertThat(report.findings())
        .hasSize(5)
        .allMatch(line -> line.contains("wrote PAID to order 5"));
  }

  @Test
  void run_listHasNotTheOrder_isBehindButNotStale() {
    shop.removeContext("/users");
    answer("/users", 200, "{\"items\":[{\"id\":4,\"status\":\"PAID\"}]}");

    LoadReport report = report();

    assertThat(report.behind()).isPositive();
    assertThat(report.stale()).isZero();
  }

  @Test
  void run_refused_isNoFinding() {
    shop.removeContext("/orders/5/status");
    answer("/orders/5/status", 503, "{}");

    LoadReport report = report();

    assertThat(report.failed()).isPositive();
    assertThat(report.stale() + report.checked()).isZero();
  }

  private LoadReport report() {
    String base = "http://127.0.0.1:" + shop.getAddress().getPort();
    LoadSession session =
        new LoadSession(new ShopClient(new JsonMapper(), base), figures, 100, 1, "test");
    for (int i = 0; i < RUNS; i++) {
      session.run();
    }
    return figures.report(false, new LoadPlan(1, 100, 1));
  }

  private void answer(String path, int status, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    shop.createContext(
        path,
        exchange -> {
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }
}
