package ${package}.order;

import java.math.BigDecimal;

/** An order, as it is stored. */
public class Order {

  private Long id;
  private long customerId;
  private long itemId;
  private int quantity;
  private BigDecimal total;
  private String status;

  /** For MyBatis. */
  Order() {}

  Order(long customerId, long itemId, int quantity, BigDecimal total) {
    this.customerId = customerId;
    this.itemId = itemId;
    this.quantity = quantity;
    this.total = total;
    this.status = "PAID";
  }

  /** The key that the insert generated; null before. */
  public Long getId() {
    return id;
  }

  public long getCustomerId() {
    return customerId;
  }

  public long getItemId() {
    return itemId;
  }

  public int getQuantity() {
    return quantity;
  }

  public BigDecimal getTotal() {
    return total;
  }

  public String getStatus() {
    return status;
  }
}
