package io.github.rwsplit.demo.order;

import com.github.pagehelper.Page;
import com.github.pagehelper.PageHelper;
import io.github.rwsplit.demo.catalog.Catalog;
import io.github.rwsplit.demo.inventory.Inventory;
import io.github.rwsplit.demo.payment.Payments;
import io.github.rwsplit.demo.web.PageOf;
import io.github.rwsplit.demo.web.Refusal;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Places, cancels and finds orders. What writes is one transaction on the primary. */
@Service
class OrderService {

  private final OrderMapper orders;
  private final Catalog catalog;
  private final Inventory inventory;
  private final Payments payments;
  private final Clock clock;

  OrderService(
      OrderMapper orders, Catalog catalog, Inventory inventory, Payments payments, Clock clock) {
    this.orders = orders;
    this.catalog = catalog;
    this.inventory = inventory;
    this.payments = payments;
    this.clock = clock;
  }

  /**
   * Takes the stock, writes the order and captures its payment, or does nothing of it.
   *
   * @throws Refusal 404 for an unknown user or article, 409 when there is not enough stock
   */
  @Transactional
  public OrderState place(PlaceOrder request) {
    if (!orders.userExists(request.userId())) {
      throw Refusal.notFound("user", request.userId());
    }
    BigDecimal price = catalog.priceOf(request.skuId());
    inventory.take(request.skuId(), request.quantity());
    Instant now = clock.instant();
    NewOrder order =
        new NewOrder(request.userId(), request.skuId(), request.quantity(), price, now);
    orders.insert(order);
    payments.capture(order.getId(), order.getTotal(), now);
    return new OrderState(order.getId(), order.getStatus());
  }

  /**
   * Cancels a paid order: its stock comes back, its payment is refunded.
   *
   * @throws Refusal 404 for an unknown order, 409 when it is past cancelling
   */
  @Transactional
  public OrderState cancel(long id) {
    Instant now = clock.instant();
    // The update is the check: of two cancellations at once only one finds the order PAID.
    int changed =
        orders.changeStatus(id, OrderStatus.CANCELLED, OrderStatus.CANCELLED.reachedFrom(), now);
    OrderDetails order = find(id);
    if (changed == 0) {
      throw Refusal.conflict(
          "order-state",
          "Order %d must be PAID to be cancelled, but is %s.".formatted(id, order.status()));
    }
    inventory.putBack(order.skuId(), order.quantity());
    payments.refund(id, now);
    return new OrderState(id, OrderStatus.CANCELLED);
  }

  /**
   * The order as it is now.
   *
   * @throws Refusal 404 for an unknown order
   */
  OrderDetails find(long id) {
    OrderDetails order = orders.find(id);
    if (order == null) {
      throw Refusal.notFound("order", id);
    }
    return order;
  }

  /**
   * Where the order stands, as far as the caller's session knows.
   *
   * @throws Refusal 404 for an unknown order
   */
  OrderState findState(long id) {
    OrderState state = orders.findState(id);
    if (state == null) {
      throw Refusal.notFound("order", id);
    }
    return state;
  }

  /**
   * A page of a user's orders, the newest first.
   *
   * @throws Refusal 404 for an unknown user
   */
  PageOf<OrderLine> ofUser(long userId, int page, int size) {
    Page<OrderLine> found =
        PageHelper.<OrderLine>startPage(page, size).doSelectPage(() -> orders.ofUser(userId));
    // Asked only when there is nothing to show: the usual list costs no further statement.
    if (found.getTotal() == 0 && !orders.userExists(userId)) {
      throw Refusal.notFound("user", userId);
    }
    return PageOf.of(found);
  }
}
