/** Sessions that order, cancel and look, over HTTP, and check everything that they read. */
@NullMarked
package io.github.rwsplit.demo.load;

import org.jspecify.annotations.NullMarked;
