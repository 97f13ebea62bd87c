/** Stock: what is taken for an order and what comes back. */
@NullMarked
package io.github.rwsplit.demo.inventory;

import org.jspecify.annotations.NullMarked;
