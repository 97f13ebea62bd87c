/** Payments: captured with the order, refunded with its cancellation. */
@NullMarked
package io.github.rwsplit.demo.payment;

import org.jspecify.annotations.NullMarked;
