package io.github.rwsplit.demo.order;

import java.util.EnumSet;
import java.util.Set;

/** Where an order stands. */
public enum OrderStatus {
  /** Stock is taken and the payment is captured; nothing has left the house. */
  PAID,
  /** Under way to the user. */
  SHIPPED,
  /** With the user; the end. */
  DELIVERED,
  /** Stock is back and the payment is refunded; the end. */
  CANCELLED;

  /**
   * The states that lead to this one.
   *
   * @return empty for the state that an order begins in
   */
  Set<OrderStatus> reachedFrom() {
    return switch (this) {
      case PAID -> EnumSet.noneOf(OrderStatus.class);
      case SHIPPED, CANCELLED -> EnumSet.of(PAID);
      case DELIVERED -> EnumSet.of(SHIPPED);
    };
  }
}
