package io.github.rwsplit.node;

/**
 * What the primary had when it was asked: at least everything that had been shown to anybody
 * before.
 *
 * @param time our own {@code System.nanoTime()} from before the question
 * @param executed its executed set, with the transactions whose commit was under way: a commit can
 *     be read before it is in that set
 * @param writable whether it accepted writes then, so that what it lacked was nowhere else either
 */
record Look(long time, GtidSet executed, boolean writable) {}
