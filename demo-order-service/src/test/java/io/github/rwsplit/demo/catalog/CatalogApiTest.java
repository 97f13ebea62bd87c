package io.github.rwsplit.demo.catalog;

import io.github.rwsplit.demo.DemoTest;
import io.github.rwsplit.demo.Shop;
import io.github.rwsplit.test.MySqlCluster;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;

@DemoTest
class CatalogApiTest {

  @Autowired MySqlCluster servers;
  @Autowired Environment environment;
  Shop shop;

  @BeforeEach
  void openShop() {
    shop = new Shop(environment, servers);
  }

  @Test
  void list_all_isPaged() {
    shop.get("/catalog?page=2&size=50")
        .expectStatus()
        .isOk()
        .expectBody()
        .jsonPath("$.total")
        .isEqualTo(200)
        .jsonPath("$.items.length()")
        .isEqualTo(50)
        .jsonPath("$.items[0].skuId")
        .isEqualTo(51);
  }

  @Test
  void list_oneCategory_hasOnlyIts() {
    shop.get("/catalog?category=garden")
        .expectBody()
        .jsonPath("$.total")
        .isEqualTo(40)
        .jsonPath("$.items[?(@.category != 'garden')]")
        .isEmpty();
  }

  @Test
  void list_categoryThatIsSql_findsNothing() {
    shop.get("/catalog?category={category}", "x' OR '1'='1")
        .expectStatus()
        .isOk()
        .expectBody()
        .jsonPath("$.total")
        .isEqualTo(0);
  }

  @Test
  void list_categoryTooLong_isABadRequest() {
    shop.get("/catalog?category=" + "x".repeat(41)).expectStatus().isBadRequest();
  }
}
