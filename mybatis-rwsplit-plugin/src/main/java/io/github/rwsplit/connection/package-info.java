/**
 * From a decision to a connection: the Transaction that MyBatis asks for the connection of each
 * statement.
 *
 * <p>In: the {@link io.github.rwsplit.route.RouteDecision} on top of the stack of {@link
 * io.github.rwsplit.connection.RoutingTransaction}. Out: a connection of a replica, for that
 * statement only, or exactly the connection that the application would have had without us. Knows
 * Spring's transactions and MyBatis' Transaction; starts no thread.
 */
@NullMarked
package io.github.rwsplit.connection;

import org.jspecify.annotations.NullMarked;
