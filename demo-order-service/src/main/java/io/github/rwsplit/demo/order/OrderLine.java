package io.github.rwsplit.demo.order;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * An order as a line of its user's list.
 *
 * @param id the order
 * @param skuId what was ordered
 * @param skuName its name
 * @param quantity how many
 * @param total what was paid
 * @param status where the order stands
 * @param createdAt when it was placed
 */
record OrderLine(
    long id,
    long skuId,
    String skuName,
    int quantity,
    BigDecimal total,
    OrderStatus status,
    Instant createdAt) {}
