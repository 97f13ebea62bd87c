package ${package}.order;

import ${package}.item.ItemMapper;
import java.math.BigDecimal;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.server.ResponseStatusException;

/** Places and cancels orders. Everything in a transaction runs on the primary, reads included. */
@Service
public class OrderService {

  private final OrderMapper orders;
  private final ItemMapper items;

  OrderService(OrderMapper orders, ItemMapper items) {
    this.orders = orders;
    this.items = items;
  }

  @Transactional
  public Order place(long customerId, long itemId, int quantity) {
    BigDecimal price = items.priceOf(itemId);
    if (price == null) {
      throw new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no item " + itemId);
    }
    Order order =
        new Order(customerId, itemId, quantity, price.multiply(BigDecimal.valueOf(quantity)));
    orders.insert(order);
    return order;
  }

  @Transactional
  public void cancel(long id) {
    // the update is the check: of two cancellations at once only one finds the order PAID
    if (orders.cancel(id) == 0) {
      throw new ResponseStatusException(HttpStatus.CONFLICT, "Order " + id + " is not PAID");
    }
  }
}
