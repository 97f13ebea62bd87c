/**
 * Random programs on real servers under faults, and what they may never show.
 *
 * <p>The <em>generator</em> ({@code Programs}) makes programs out of steps ({@code Step}) by
 * jqwik's arbitraries: the same ones for the same seed, and smaller ones of the same kind for
 * shrinking. The <em>runner</em> ({@code Runner}, one for each thread of a program) carries them
 * out on a wired application ({@code Instance}) through Spring's transactions and mybatis-spring,
 * while {@code Troubles} makes and mends faults on the servers ({@code World}); it knows Spring's
 * scopes and MyBatis' local cache well enough to say of each read what it has to see ({@code
 * Frame}). The <em>recorder</em> ({@code History}) keeps what was written, acknowledged and seen,
 * by one clock. When a batch of programs has ended and all faults are healed, the <em>checker</em>
 * ({@code Checker}) holds each history against the promises, and the servers' rows and logs ({@code
 * Batch}) against the history. Where something is broken, {@code Shrinker} looks for a smaller
 * program that breaks it too.
 *
 * <p>A write adds a mark of its own to the list that a cell holds, so each read shows all writes
 * before it in the order of their commits: what is lost, doubled, undone or stale can be seen in
 * it.
 */
@NullMarked
package io.github.rwsplit.histories;

import org.jspecify.annotations.NullMarked;
