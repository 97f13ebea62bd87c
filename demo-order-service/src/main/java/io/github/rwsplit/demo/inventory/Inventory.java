package io.github.rwsplit.demo.inventory;

import io.github.rwsplit.demo.web.Refusal;
import org.springframework.stereotype.Service;

/** The stock; every call belongs to the caller's transaction. */
@Service
public final class Inventory {

  private final InventoryMapper stock;

  Inventory(InventoryMapper stock) {
    this.stock = stock;
  }

  /**
   * Takes articles out of the stock. Check and deduction are one statement, so that two buyers
   * cannot both get the last one.
   *
   * @throws Refusal 409 when there are not as many
   */
  public void take(long skuId, int quantity) {
    if (stock.take(skuId, quantity) == 0) {
      throw Refusal.conflict(
          "out-of-stock", "There are not %d left of sku %d.".formatted(quantity, skuId));
    }
  }

  /** Puts articles back. */
  public void putBack(long skuId, int quantity) {
    if (stock.putBack(skuId, quantity) != 1) {
      throw new IllegalStateException("sku %d must have a stock, but has none".formatted(skuId));
    }
  }
}
