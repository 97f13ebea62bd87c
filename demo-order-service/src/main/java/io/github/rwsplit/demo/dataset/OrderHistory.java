package io.github.rwsplit.demo.dataset;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * The orders of the last ninety days, in the order in which they were placed: more from month to
 * month, more at weekends and in the evening, a few users and articles with a large share. The same
 * seed and the same moment give the same orders.
 */
final class OrderHistory {

  static final int USERS = 2_000;
  private static final int DAYS = 90;

  /** Orders by hour of the day. */
  private static final int[] HOURS = {
    2, 1, 1, 1, 1, 2, 4, 7, 9, 10, 11, 13, 14, 12, 11, 11, 12, 14, 17, 20, 22, 20, 13, 6
  };

  private static final Shares HOUR = Shares.of(HOURS.length, hour -> HOURS[hour]);

  private final SplittableRandom random;
  private final List<Sku> skus;
  private final Shares skuShares;
  private final LocalDateTime now;

  OrderHistory(SplittableRandom random, List<Sku> skus, LocalDateTime now) {
    this.random = random;
    this.skus = skus;
    this.now = now;
    // A long tail; the stride spreads the best-selling articles over the categories.
    this.skuShares = Shares.of(skus.size(), i -> 1.0 / (i * 37 % skus.size() + 5));
  }

  /** The orders, {@code count} of them. */
  List<PastOrder> orders(int count) {
    List<PastOrder> orders = new ArrayList<>(count);
    LocalDate today = now.toLocalDate();
    double daysPassed = DAYS - 1 + secondOfDay(now) / 86_400.0;
    Shares days = Shares.of(DAYS, day -> weight(today.minusDays(DAYS - 1 - day), day, daysPassed));
    for (int day = 0; day < DAYS; day++) {
      int ofDay = (int) Math.round(count * days.upTo(day)) - orders.size();
      placed(today.minusDays(DAYS - 1 - day), ofDay).map(this::at).forEach(orders::add);
    }
    return orders;
  }

  private static double weight(LocalDate date, int day, double daysPassed) {
    boolean weekend = date.getDayOfWeek().compareTo(DayOfWeek.SATURDAY) >= 0;
    return (1 + (double) day / DAYS) * (weekend ? 1.4 : 1) * Math.min(1, daysPassed - day);
  }

  private Stream<LocalDateTime> placed(LocalDate date, int count) {
    long[] millis = new long[count];
    // Of today there is only what has passed: the hours shrink to it.
    double passed = date.equals(now.toLocalDate()) ? secondOfDay(now) / 86_400.0 : 1;
    for (int i = 0; i < count; i++) {
      int hour = HOUR.pick(random.nextDouble());
      millis[i] = (long) ((hour + random.nextDouble()) * 3_600_000 * passed);
    }
    Arrays.sort(millis);
    LocalDateTime start = date.atStartOfDay();
    return Arrays.stream(millis).mapToObj(ms -> start.plus(Duration.ofMillis(ms)));
  }

  private PastOrder at(LocalDateTime placed) {
    long userId = 1 + (long) (USERS * Math.pow(random.nextDouble(), 1.5));
    Sku sku = skus.get(skuShares.pick(random.nextDouble()));
    Duration age = Duration.between(placed, now);
    Duration changed = Duration.ofMinutes(random.nextLong(10, 24 * 60));
    String status = status(age);
    LocalDateTime updated =
        switch (status) {
          case "PAID" -> placed;
          case "DELIVERED" -> placed.plusDays(2).plus(changed);
          default -> placed.plus(changed);
        };
    return new PastOrder(
        userId, sku, quantity(), status, placed, updated.isAfter(now) ? now : updated);
  }

  private String status(Duration age) {
    if (random.nextInt(100) < 4) {
      return "CANCELLED";
    }
    double days = age.toMinutes() / 1_440.0;
    if (days < random.nextDouble(0.5, 2)) {
      return "PAID";
    }
    return days < random.nextDouble(3, 7) ? "SHIPPED" : "DELIVERED";
  }

  private int quantity() {
    int of100 = random.nextInt(100);
    if (of100 < 70) {
      return 1;
    }
    return of100 < 90 ? 2 : random.nextInt(3, 10);
  }

  private static long secondOfDay(LocalDateTime time) {
    return Math.max(1, time.toLocalTime().toSecondOfDay());
  }
}
