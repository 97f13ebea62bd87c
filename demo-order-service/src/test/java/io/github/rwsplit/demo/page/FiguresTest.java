package io.github.rwsplit.demo.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.demo.DemoTest;
import io.github.rwsplit.demo.Shop;
import io.github.rwsplit.test.MySqlCluster;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;

/** What the bean is told by the library. */
@DemoTest
class FiguresTest {

  @Autowired MySqlCluster servers;
  @Autowired Environment environment;
  @Autowired Figures figures;

  @Test
  void onStatement_countAndPage_areToldOnceEach() {
    Shop shop = new Shop(environment, servers);
    shop.getAs("figures", "/users/1/orders").expectStatus().isOk();
    long before = figures.sums().recent().get(0).number();

    shop.getAs("figures", "/users/1/orders").expectStatus().isOk();

    List<RecentStatement> recent = figures.sums().recent();
    assertThat(recent.get(0).number()).isEqualTo(before + 2);
    assertThat(recent.get(0).statement()).endsWith("OrderMapper.ofUser");
    assertThat(recent.get(1).statement()).endsWith("OrderMapper.ofUser_COUNT");
    assertThat(recent.get(0).decision()).isEqualTo(recent.get(1).decision());
  }

  @Test
  void sums_manyStatements_keepsTheLastOnes() {
    Shop shop = new Shop(environment, servers);
    for (int i = 0; i < 40; i++) {
      shop.getAs("figures", "/users/1/orders").expectStatus().isOk();
    }

    Figures.Sums sums = figures.sums();

    assertThat(sums.recent()).hasSize(60);
    assertThat(sums.reasons().values().stream().mapToLong(count -> count).sum())
        .isEqualTo(sums.recent().get(0).number());
  }
}
