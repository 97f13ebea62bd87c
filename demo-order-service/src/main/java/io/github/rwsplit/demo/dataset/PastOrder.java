package io.github.rwsplit.demo.dataset;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * An order of the data set.
 *
 * @param userId who ordered
 * @param sku what was ordered
 * @param quantity how many
 * @param status where it stands today
 * @param createdAt when it was placed, in UTC
 * @param updatedAt when it took its status, in UTC
 */
record PastOrder(
    long userId,
    Sku sku,
    int quantity,
    String status,
    LocalDateTime createdAt,
    LocalDateTime updatedAt) {

  /** What was paid. */
  BigDecimal total() {
    return sku.price().multiply(BigDecimal.valueOf(quantity));
  }

  /** Where the payment stands. */
  String payment() {
    return refundedAt() == null ? "CAPTURED" : "REFUNDED";
  }

  /** When the payment went back, in UTC; null where it did not. */
  @Nullable LocalDateTime refundedAt() {
    return status.equals("CANCELLED") ? updatedAt : null;
  }
}
