/**
 * Where a mapper call enters: our two places in the plugin chain of MyBatis.
 *
 * <p>In: what MyBatis asks an Executor for. Out: the same answer, from the node that a decision
 * names, and one event for the audit. {@link io.github.rwsplit.mybatis.Attachment} puts it into a
 * Configuration. Uses all packages that follow; only the assembly of a cluster uses it.
 */
@NullMarked
package io.github.rwsplit.mybatis;

import org.jspecify.annotations.NullMarked;
