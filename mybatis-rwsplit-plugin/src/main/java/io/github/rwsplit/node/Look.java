package io.github.rwsplit.node;

/**
 * What the primary had executed when it was asked.
 *
 * @param time our own {@code System.nanoTime()} from before the question
 * @param executed its executed set
 * @param writable whether it accepted writes then, so that what it lacked was nowhere else either
 */
record Look(long time, GtidSet executed, boolean writable) {}
