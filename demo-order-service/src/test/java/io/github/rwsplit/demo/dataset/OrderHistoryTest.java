package io.github.rwsplit.demo.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderHistoryTest {

  private static final LocalDateTime NOW = LocalDateTime.parse("2026-11-30T15:20:10.500");

  @Test
  void orders_sameSeedAndMoment_areTheSame() {
    assertThat(history(5_000, NOW)).isEqualTo(history(5_000, NOW));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 2_000, 100_000})
  void orders_anyCount_isExactlyThat(int count) {
    assertThat(history(count, NOW)).hasSize(count);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-11-30T15:20:10.500", "2026-11-30T00:00:00", "2026-11-29T23:59:59"})
  void orders_anyMoment_areInOrderAndNotInTheFuture(String moment) {
    LocalDateTime now = LocalDateTime.parse(moment);
    List<PastOrder> orders = history(20_000, now);

    assertThat(orders).extracting(PastOrder::createdAt).isSorted();
    assertThat(orders)
        .allSatisfy(order -> assertThat(order.createdAt()).isBefore(now.plusSeconds(1)))
        .allSatisfy(
            order ->
                assertThat(order.updatedAt()).isBetween(order.createdAt(), now.plusSeconds(1)));
  }

  @Test
  void orders_hundredThousand_haveAllStatesAndUsersAndSkus() {
    List<PastOrder> orders = history(100_000, NOW);

    assertThat(orders.stream().collect(Collectors.groupingBy(PastOrder::status)).keySet())
        .containsExactlyInAnyOrder("PAID", "SHIPPED", "DELIVERED", "CANCELLED");
    assertThat(orders.stream().map(PastOrder::userId).distinct().count())
        .isEqualTo(OrderHistory.USERS);
    assertThat(orders).extracting(PastOrder::userId).allMatch(id -> id <= OrderHistory.USERS);
    assertThat(orders.stream().map(PastOrder::sku).distinct().count()).isEqualTo(200);
  }

  @Test
  void skus_first_isInStock() {
    assertThat(Sku.all(new SplittableRandom(1)).get(0).available()).isGreaterThan(100);
  }

  private static List<PastOrder> history(int count, LocalDateTime now) {
    SplittableRandom random = new SplittableRandom(42);
    return new OrderHistory(random, Sku.all(random), now).orders(count);
  }
}
