package io.github.rwsplit.demo.order;

import io.github.rwsplit.demo.web.PageOf;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.net.URI;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Orders over HTTP. */
@RestController
final class OrderController {

  private final OrderService orders;

  OrderController(OrderService orders) {
    this.orders = orders;
  }

  @PostMapping("/orders")
  ResponseEntity<OrderState> place(@Valid @RequestBody PlaceOrder request) {
    OrderState placed = orders.place(request);
    return ResponseEntity.created(URI.create("/orders/" + placed.id())).body(placed);
  }

  @PostMapping("/orders/{id}/cancel")
  OrderState cancel(@PathVariable long id) {
    return orders.cancel(id);
  }

  @GetMapping("/orders/{id}")
  OrderDetails find(@PathVariable long id) {
    return orders.find(id);
  }

  @GetMapping("/orders/{id}/status")
  OrderState status(@PathVariable long id) {
    return orders.findState(id);
  }

  @GetMapping("/users/{id}/orders")
  PageOf<OrderLine> ofUser(
      @PathVariable long id,
      @RequestParam(defaultValue = "1") @Min(1) @Max(PageOf.LAST_PAGE) int page,
      @RequestParam(defaultValue = "20") @Min(1) @Max(PageOf.LARGEST) int size) {
    return orders.ofUser(id, page, size);
  }
}
