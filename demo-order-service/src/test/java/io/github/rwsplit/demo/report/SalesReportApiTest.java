package io.github.rwsplit.demo.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import io.github.rwsplit.demo.DemoTest;
import io.github.rwsplit.demo.Shop;
import io.github.rwsplit.test.MySqlCluster;
import java.net.URI;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.http.MediaType;

@DemoTest
class SalesReportApiTest {

  @Autowired MySqlCluster servers;
  @Autowired Environment environment;
  Shop shop;

  @BeforeEach
  void openShop() {
    shop = new Shop(environment, servers);
  }

  @Test
  void sales_aWholeYear_countsAllButCancelledOrders() {
    servers.awaitReplication();
    long sold = shop.number("SELECT COUNT(*) FROM orders WHERE status <> 'CANCELLED'");
    String today = LocalDate.now(ZoneOffset.UTC).toString();
    String from = LocalDate.parse(today).minusDays(365).toString();

    String report =
        shop.get("/reports/sales?from={from}&to={to}", from, today)
            .expectStatus()
            .isOk()
            .expectBody(String.class)
            .returnResult()
            .getResponseBody();

    assertThat(JsonPath.<Number>read(report, "$.orders").longValue()).isEqualTo(sold);
    assertThat(JsonPath.<List<String>>read(report, "$.categories[*].category"))
        .containsExactlyInAnyOrder("kitchen", "office", "garden", "bedroom", "travel");
  }

  @Test
  void sales_withoutRange_isTheLastThirtyDays() {
    String report =
        shop.get("/reports/sales").expectBody(String.class).returnResult().getResponseBody();

    assertThat(LocalDate.parse(JsonPath.<String>read(report, "$.from")).plusDays(29))
        .isEqualTo(JsonPath.<String>read(report, "$.to"));
  }

  @Test
  void sales_daysWithoutOrders_isEmpty() {
    shop.get("/reports/sales?from=2001-01-01&to=2001-01-31")
        .expectBody()
        .jsonPath("$.orders")
        .isEqualTo(0)
        .jsonPath("$.revenue")
        .isEqualTo(0)
        .jsonPath("$.categories.length()")
        .isEqualTo(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "from=yesterday",
        "from=2026-02-30",
        "from=2026-02-02&to=2026-02-01",
        "from=2020-01-01&to=2026-01-01",
        "to=1999-01-01",
        "to=%2B999999999-12-31",
        "from=-999999999-01-01",
      })
  void sales_badRange_isABadRequest(String query) {
    String base = "http://127.0.0.1:" + environment.getRequiredProperty("local.server.port");
    var response = shop.http().get().uri(URI.create(base + "/reports/sales?" + query)).exchange();
    response.expectStatus().isBadRequest();
    response.expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON);
  }
}
