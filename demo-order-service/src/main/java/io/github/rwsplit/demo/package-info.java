/** An order service on a primary and its replicas: each read says how fresh it must be. */
@NullMarked
package io.github.rwsplit.demo;

import org.jspecify.annotations.NullMarked;
