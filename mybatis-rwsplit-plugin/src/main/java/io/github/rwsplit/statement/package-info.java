/**
 * What is known of a statement before it is routed.
 *
 * <p>In: MyBatis' {@code MappedStatement} and the SQL that it really sends. Out: what the statement
 * declares ({@link io.github.rwsplit.statement.StatementProfile}, found by {@link
 * io.github.rwsplit.statement.StatementCatalog}) and what its SQL is. Knows MyBatis; knows nothing
 * of transactions, nodes, JDBC, Spring or any other package of this library, and starts no thread.
 */
@NullMarked
package io.github.rwsplit.statement;

import org.jspecify.annotations.NullMarked;
