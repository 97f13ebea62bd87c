package io.github.rwsplit.demo.order;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * One order with its article and its payment.
 *
 * @param id the order
 * @param userId who ordered
 * @param skuId what was ordered
 * @param skuName its name
 * @param quantity how many
 * @param unitPrice the price of one at the time of the order
 * @param total what was paid
 * @param status where the order stands
 * @param payment where its payment stands: CAPTURED or REFUNDED
 * @param createdAt when it was placed
 */
record OrderDetails(
    long id,
    long userId,
    long skuId,
    String skuName,
    int quantity,
    BigDecimal unitPrice,
    BigDecimal total,
    OrderStatus status,
    String payment,
    Instant createdAt) {}
