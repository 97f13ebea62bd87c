package io.github.rwsplit.demo.order;

import java.math.BigDecimal;
import java.time.Instant;

/** An order on its way into the table. Not a record, because the insert fills in the id. */
final class NewOrder {

  private long id;
  private final long userId;
  private final long skuId;
  private final int quantity;
  private final BigDecimal unitPrice;
  private final Instant createdAt;

  NewOrder(long userId, long skuId, int quantity, BigDecimal unitPrice, Instant createdAt) {
    this.userId = userId;
    this.skuId = skuId;
    this.quantity = quantity;
    this.unitPrice = unitPrice;
    this.createdAt = createdAt;
  }

  /** The key that the insert generated; 0 before. */
  public long getId() {
    return id;
  }

  /** Who orders. */
  public long getUserId() {
    return userId;
  }

  /** What is ordered. */
  public long getSkuId() {
    return skuId;
  }

  /** How many. */
  public int getQuantity() {
    return quantity;
  }

  /** The price of one. */
  public BigDecimal getUnitPrice() {
    return unitPrice;
  }

  /** What is to be paid. */
  public BigDecimal getTotal() {
    return unitPrice.multiply(BigDecimal.valueOf(quantity));
  }

  /** The state an order begins in. */
  public OrderStatus getStatus() {
    return OrderStatus.PAID;
  }

  /** When it was placed. */
  public Instant getCreatedAt() {
    return createdAt;
  }
}
