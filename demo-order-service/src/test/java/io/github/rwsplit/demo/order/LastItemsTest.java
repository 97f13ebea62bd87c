package io.github.rwsplit.demo.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.demo.DemoTest;
import io.github.rwsplit.demo.Shop;
import io.github.rwsplit.demo.Shop.Books;
import io.github.rwsplit.test.MySqlCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

@DemoTest
class LastItemsTest {

  private static final int THREADS = 20;

  @Autowired MySqlCluster servers;
  @Autowired Environment environment;
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  Shop shop;

  @BeforeEach
  void openShop() {
    shop = new Shop(environment, servers);
  }

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  @Test
  void twentyBuyTheLastFive_exactlyFiveSucceed() throws Exception {
    shop.change("UPDATE inventory SET available = 5 WHERE sku_id = 2");
    Books before = shop.books();

    List<Integer> answers =
        together(buyer -> status(shop.place("buyer-" + buyer, buyer + 1L, 2, 1)));

    assertThat(counted(answers)).containsExactlyInAnyOrderEntriesOf(Map.of(201, 5L, 409, 15L));
    assertThat(shop.number("SELECT available FROM inventory WHERE sku_id = 2")).isZero();
    assertThat(shop.books())
        .isEqualTo(
            new Books(
                before.orders() + 5,
                before.payments() + 5,
                before.refunded(),
                before.cancelled(),
                before.stock() - 5));
  }

  @Test
  void twentyCancelOneOrder_itIsRefundedOnce() throws Exception {
    Books before = shop.books();
    long id = shop.placed("1", 1, 1, 3);

    List<Integer> answers = together(any -> status(shop.post("/orders/{id}/cancel", id)));

    assertThat(counted(answers)).containsExactlyInAnyOrderEntriesOf(Map.of(200, 1L, 409, 19L));
    assertThat(shop.books())
        .isEqualTo(
            new Books(
                before.orders() + 1,
                before.payments() + 1,
                before.refunded() + 1,
                before.cancelled() + 1,
                before.stock()));
  }

  private List<Integer> together(IntFunction<Integer> request) throws Exception {
    CyclicBarrier start = new CyclicBarrier(THREADS);
    List<Callable<Integer>> requests =
        IntStream.range(0, THREADS)
            .<Callable<Integer>>mapToObj(
                i ->
                    () -> {
                      start.await();
                      return request.apply(i);
                    })
            .toList();
    List<Integer> answers = new ArrayList<>();
    for (Future<Integer> answer : threads.invokeAll(requests)) {
      answers.add(answer.get());
    }
    return answers;
  }

  private static int status(ResponseSpec response) {
    return response.expectBody().returnResult().getStatus().value();
  }

  private static Map<Integer, Long> counted(List<Integer> answers) {
    return answers.stream().collect(Collectors.groupingBy(a -> a, Collectors.counting()));
  }
}
