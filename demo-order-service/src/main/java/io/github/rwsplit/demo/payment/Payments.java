package io.github.rwsplit.demo.payment;

import java.math.BigDecimal;
import java.time.Instant;
import org.springframework.stereotype.Service;

/** Payments as far as the service books them; every call belongs to the caller's transaction. */
@Service
public final class Payments {

  private final PaymentMapper payments;

  Payments(PaymentMapper payments) {
    this.payments = payments;
  }

  /** Books the payment of a new order. */
  public void capture(long orderId, BigDecimal amount, Instant at) {
    payments.insert(orderId, amount, at);
  }

  /** Books the refund of an order's payment. */
  public void refund(long orderId, Instant at) {
    if (payments.refund(orderId, at) != 1) {
      throw new IllegalStateException(
          "order %d must have a captured payment, but has none".formatted(orderId));
    }
  }
}
