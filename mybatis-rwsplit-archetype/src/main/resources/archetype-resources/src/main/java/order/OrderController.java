package ${package}.order;

import ${package}.item.Item;
import ${package}.item.ItemMapper;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** The service over HTTP. The header X-User says whose session a request belongs to. */
@RestController
class OrderController {

  private static final int NEWEST = 20;

  private final OrderService service;
  private final OrderMapper orders;
  private final ItemMapper items;

  OrderController(OrderService service, OrderMapper orders, ItemMapper items) {
    this.service = service;
    this.orders = orders;
    this.items = items;
  }

  /** What is to be ordered. */
  record NewOrder(
      @NotNull Long customerId, @NotNull Long itemId, @NotNull @Min(1) @Max(100) Integer quantity) {}

  @PostMapping("/orders")
  ResponseEntity<Order> place(@Valid @RequestBody NewOrder order) {
    Order placed = service.place(order.customerId(), order.itemId(), order.quantity());
    return ResponseEntity.created(URI.create("/orders/" + placed.getId())).body(placed);
  }

  @PostMapping("/orders/{id}/cancel")
  Map<String, Object> cancel(@PathVariable("id") long id) {
    service.cancel(id);
    return Map.of("id", id, "status", "CANCELLED");
  }

  @GetMapping("/orders/{id}")
  Order find(@PathVariable("id") long id) {
    return found(orders.find(id), id);
  }

  @GetMapping("/orders/{id}/status")
  Map<String, Object> status(@PathVariable("id") long id) {
    return Map.of("id", id, "status", found(orders.status(id), id));
  }

  @GetMapping("/customers/{id}/orders")
  List<Order> ofCustomer(@PathVariable("id") long id) {
    return orders.ofCustomer(id, NEWEST);
  }

  @GetMapping("/items")
  List<Item> items() {
    return items.all();
  }

  @GetMapping("/reports/sales")
  List<Sales> sales() {
    return orders.sales();
  }

  private static <T> T found(T value, long id) {
    if (value == null) {
      throw new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no order " + id);
    }
    return value;
  }
}
