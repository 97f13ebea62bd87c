/**
 * What routing costs, beside its peers in one run: one read by primary key through a mapper.
 *
 * <p>{@link io.github.rwsplit.benchmarks.Run} runs the parts. The reads are measured in forks of
 * JMH, in turns; each measures one {@link io.github.rwsplit.benchmarks.Contestant} on one {@link
 * io.github.rwsplit.benchmarks.Database}.
 */
@NullMarked
package io.github.rwsplit.benchmarks;

import org.jspecify.annotations.NullMarked;
