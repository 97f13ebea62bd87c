package io.github.rwsplit.node;

import org.jspecify.annotations.Nullable;

/**
 * What the primary had when it was asked: at least everything that had been shown to anybody
 * before.
 *
 * @param time our own {@code System.nanoTime()} from before the question
 * @param executed its executed set, with the transactions whose commit was under way: a commit can
 *     be read before it is in that set
 * @param underWay those transactions; null where nobody said which they were
 * @param writable whether it accepted writes then, so that what it lacked was nowhere else either
 */
record Look(long time, GtidSet executed, @Nullable GtidSet underWay, boolean writable) {

  Look(long time, GtidSet executed, boolean writable) {
    this(time, executed, null, writable);
  }

  /** Whether everything in a set was there, to be read by anybody. */
  boolean shows(GtidSet set) {
    return underWay != null && executed.contains(set) && underWay.without(set).equals(underWay);
  }
}
