package io.github.rwsplit.demo.order;

/**
 * The short answer about an order.
 *
 * @param id the order
 * @param status where it stands
 */
record OrderState(long id, OrderStatus status) {}
