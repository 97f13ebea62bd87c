package io.github.rwsplit.demo.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.demo.DemoTest;
import io.github.rwsplit.demo.Shop;
import io.github.rwsplit.demo.Shop.Books;
import io.github.rwsplit.test.MySqlCluster;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;

@DemoTest
class OrderApiTest {

  @Autowired MySqlCluster servers;
  @Autowired Environment environment;
  Shop shop;

  @BeforeEach
  void openShop() {
    shop = new Shop(environment, servers);
  }

  @Test
  void place_enoughStock_takesItAndIsPaid() {
    Books before = shop.books();

    shop.place("1", 1, 1, 3)
        .expectStatus()
        .isCreated()
        .expectHeader()
        .valueMatches("Location", "/orders/\\d+")
        .expectBody()
        .jsonPath("$.id")
        .isNumber()
        .jsonPath("$.status")
        .isEqualTo("PAID");

    assertThat(shop.books())
        .isEqualTo(
            new Books(
                before.orders() + 1,
                before.payments() + 1,
                before.refunded(),
                before.cancelled(),
                before.stock() - 3));
  }

  @Test
  void find_placedOrder_showsArticleAndPayment() {
    long id = shop.placed("1", 7, 1, 2);

    shop.get("/orders/{id}", id)
        .expectStatus()
        .isOk()
        .expectBody()
        .jsonPath("$.id")
        .isEqualTo(id)
        .jsonPath("$.userId")
        .isEqualTo(7)
        .jsonPath("$.skuName")
        .isEqualTo("Oak Kettle")
        .jsonPath("$.quantity")
        .isEqualTo(2)
        .jsonPath("$.payment")
        .isEqualTo("CAPTURED");
    assertThat(
            shop.number(
                "SELECT o.total = o.unit_price * 2 AND p.amount = o.total FROM orders o"
                    + " JOIN payment p ON p.order_id = o.id WHERE o.id = "
                    + id))
        .isOne();
  }

  @Test
  void status_rightAfterPlacing_isSeenByTheSession() {
    long id = shop.placed("status-reader", 1, 1, 1);

    shop.getAs("status-reader", "/orders/{id}/status", id)
        .expectStatus()
        .isOk()
        .expectBody()
        .json("{\"id\":%d,\"status\":\"PAID\"}".formatted(id));
  }

  @Test
  void cancel_paidOrder_restoresStockAndRefunds() {
    Books before = shop.books();
    long id = shop.placed("1", 1, 1, 4);

    shop.post("/orders/{id}/cancel", id)
        .expectStatus()
        .isOk()
        .expectBody()
        .json("{\"id\":%d,\"status\":\"CANCELLED\"}".formatted(id));

    assertThat(shop.books())
        .isEqualTo(
            new Books(
                before.orders() + 1,
                before.payments() + 1,
                before.refunded() + 1,
                before.cancelled() + 1,
                before.stock()));
  }

  @Test
  void list_newOrders_areNewestFirstAndPaged() {
    long first = shop.placed("1", 1999, 1, 1);
    long second = shop.placed("1", 1999, 1, 1);
    servers.awaitReplication();
    long total = shop.number("SELECT COUNT(*) FROM orders WHERE user_id = 1999");

    shop.get("/users/1999/orders?page=1&size=1")
        .expectStatus()
        .isOk()
        .expectBody()
        .jsonPath("$.total")
        .isEqualTo(total)
        .jsonPath("$.items.length()")
        .isEqualTo(1)
        .jsonPath("$.items[0].id")
        .isEqualTo(second);
    shop.get("/users/1999/orders?page=2&size=1")
        .expectBody()
        .jsonPath("$.items[0].id")
        .isEqualTo(first);
    shop.get("/users/1999/orders?page=10000&size=100")
        .expectStatus()
        .isOk()
        .expectBody()
        .jsonPath("$.total")
        .isEqualTo(total)
        .jsonPath("$.items.length()")
        .isEqualTo(0);
  }

  @Test
  void list_fullPage_isTwoStatements() {
    servers.awaitReplication();
    servers.clearStatements();

    shop.get("/users/1/orders?size=20").expectStatus().isOk();

    assertThat(servers.nodes())
        .flatMap(node -> node.statements())
        .filteredOn(statement -> statement.text().contains("user_id = 1"))
        .hasSize(2);
  }
}
