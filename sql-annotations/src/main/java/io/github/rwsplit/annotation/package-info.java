/**
 * The words in which a mapper says what its reads need: {@link
 * io.github.rwsplit.annotation.Consistency}, {@link io.github.rwsplit.annotation.ConsistencyLevel}
 * and {@link io.github.rwsplit.annotation.OnEmpty}.
 *
 * <p>This module depends on nothing, so that a module with nothing but mappers can use it, and a
 * class compiled with it loads where the module is missing.
 */
package io.github.rwsplit.annotation;
