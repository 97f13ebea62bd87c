/**
 * What happened to each physical statement: typed events, and the line of the log.
 *
 * <p>In: a {@link io.github.rwsplit.audit.StatementEvent} for each statement. Out: a line of the
 * logger {@code rwsplit.audit}, whose keys are a contract. Knows the reasons and roles of {@code
 * route}, and neither MyBatis nor JDBC connections.
 */
@NullMarked
package io.github.rwsplit.audit;

import org.jspecify.annotations.NullMarked;
