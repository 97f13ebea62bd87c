/**
 * From a question to a decision: where a statement goes, and why.
 *
 * <p>In: a {@link io.github.rwsplit.route.RouteQuestion}, which holds all that may count. Out: a
 * {@link io.github.rwsplit.route.RouteDecision} with its {@link
 * io.github.rwsplit.route.RouteReason}. Pure: no thread, no JDBC, no Spring, no clock; it may use
 * the small types of {@code statement} and nothing else of the library.
 */
@NullMarked
package io.github.rwsplit.route;

import org.jspecify.annotations.NullMarked;
