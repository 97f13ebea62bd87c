/** Orders: placing, cancelling, and reading them at three levels of consistency. */
@NullMarked
package io.github.rwsplit.demo.order;

import org.jspecify.annotations.NullMarked;
