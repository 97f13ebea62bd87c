package io.github.rwsplit.demo.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.demo.DemoTest;
import io.github.rwsplit.demo.Shop;
import io.github.rwsplit.demo.Shop.Books;
import io.github.rwsplit.test.MySqlCluster;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

/** Every request here fails, is told so by a problem, and leaves the books as they were. */
@DemoTest
class OrderErrorsTest {

  @Autowired MySqlCluster servers;
  @Autowired Environment environment;
  Shop shop;
  Books before;

  @BeforeEach
  void openShop() {
    shop = new Shop(environment, servers);
    before = shop.books();
  }

  @AfterEach
  void nothingIsWritten() {
    assertThat(shop.books()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "null",
        "[]",
        "{\"userId\":1,\"skuId\":1,\"quantity\":1.5}",
        "{\"userId\":1,\"skuId\":1,\"quantity\":\"1\"}",
        "{\"userId\":1,\"skuId\":1,\"quantity\":true}",
        "{\"userId\":1,\"skuId\":1,\"quantity\":99999999999}",
      })
  void place_unreadableBody_isABadRequest(String body) {
    problem(shop.place(body), 400);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                       | 3",
        "{'userId':1,'skuId':1}                   | 1",
        "{'userId':1,'skuId':1,'quantity':0}      | 1",
        "{'userId':1,'skuId':1,'quantity':-1}     | 1",
        "{'userId':1,'skuId':1,'quantity':101}    | 1",
        "{'userId':0,'skuId':-1,'quantity':1}     | 2",
        "{'userId':null,'skuId':1,'quantity':1}   | 1",
      },
      quoteCharacter = '"')
  void place_valuesOutOfRange_namesEachOfThem(String body, int errors) {
    problem(shop.place(body.replace('\'', '"')), 400)
        .expectBody()
        .jsonPath("$.errors.length()")
        .isEqualTo(errors)
        .jsonPath("$.errors[0].field")
        .isNotEmpty()
        .jsonPath("$.errors[0].message")
        .isNotEmpty();
  }

  @Test
  void place_unknownUser_isNotFound() {
    problem(shop.place("1", 999_999, 1, 1), 404, "unknown-user");
  }

  @Test
  void place_unknownSku_isNotFound() {
    problem(shop.place("1", 1, 999_999, 1), 404, "unknown-sku");
  }

  @Test
  void place_moreThanInStock_isAConflict() {
    shop.change("UPDATE inventory SET available = 1 WHERE sku_id = 3");
    before = shop.books();

    problem(shop.place("1", 1, 3, 2), 409, "out-of-stock");
  }

  @Test
  void place_paymentFailsAfterStockAndOrder_undoesBoth() {
    shop.change(
        "CREATE TRIGGER no_payment BEFORE INSERT ON payment FOR EACH ROW"
            + " SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'a secret of the database'");
    try {
      problem(shop.place("1", 1, 1, 1), 500)
          .expectBody(String.class)
          .value(body -> assertThat(body).doesNotContain("secret", "SQL", "Exception"));
    } finally {
      shop.change("DROP TRIGGER no_payment");
    }
  }

  @Test
  void place_otherMediaType_isNotSupported() {
    problem(
        shop.http()
            .post()
            .uri("/orders")
            .contentType(MediaType.TEXT_PLAIN)
            .body("{\"userId\":1,\"skuId\":1,\"quantity\":1}")
            .exchange(),
        415);
  }

  @Test
  void orders_otherMethod_isNotAllowed() {
    problem(shop.http().put().uri("/orders/1").exchange(), 405);
  }

  @Test
  void find_notAcceptableAnswer_isSaidSo() {
    problem(shop.http().get().uri("/orders/1").accept(MediaType.TEXT_HTML).exchange(), 406);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/orders/999999", "/orders/0", "/orders/-1", "/orders/999999/status"})
  void read_unknownOrder_isNotFound(String path) {
    problem(shop.get(path), 404, "unknown-order");
  }

  @Test
  void cancel_unknownOrder_isNotFound() {
    problem(shop.post("/orders/999999/cancel"), 404, "unknown-order");
  }

  @Test
  void cancel_deliveredOrder_isAConflict() {
    long delivered = shop.number("SELECT MIN(id) FROM orders WHERE status = 'DELIVERED'");

    problem(shop.post("/orders/{id}/cancel", delivered), 409, "order-state");
  }

  @Test
  void cancel_twice_refundsOnce() {
    long id = shop.placed("1", 1, 1, 1);
    shop.post("/orders/{id}/cancel", id).expectStatus().isOk();
    before = shop.books();

    problem(shop.post("/orders/{id}/cancel", id), 409, "order-state");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/orders/abc",
        "/orders/99999999999999999999/status",
        "/orders/1%20OR%201=1",
        "/users/x/orders",
        "/users/1/orders?page=x",
      })
  void read_idOrPageThatIsNoNumber_isABadRequest(String path) {
    problem(shop.http().get().uri(URI.create(base() + path)).exchange(), 400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"page=0", "page=-1", "page=10001", "size=0", "size=101"})
  void list_pageOutOfLimits_namesIt(String query) {
    problem(shop.get("/users/1/orders?" + query), 400)
        .expectBody()
        .jsonPath("$.errors[0].field")
        .isEqualTo(query.substring(0, 4));
    problem(shop.get("/catalog?" + query), 400);
  }

  @Test
  void list_unknownUser_isNotFound() {
    problem(shop.get("/users/999999/orders"), 404, "unknown-user");
  }

  @Test
  void anyOtherPath_isNotFound() {
    problem(shop.get("/nothing/here"), 404);
  }

  private String base() {
    return "http://127.0.0.1:" + environment.getRequiredProperty("local.server.port");
  }

  private static void problem(ResponseSpec response, int status, String type) {
    problem(response, status).expectBody().jsonPath("$.type").isEqualTo("urn:problem:" + type);
  }

  private static ResponseSpec problem(ResponseSpec response, int status) {
    response.expectStatus().isEqualTo(status);
    response.expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON);
    return response;
  }
}
