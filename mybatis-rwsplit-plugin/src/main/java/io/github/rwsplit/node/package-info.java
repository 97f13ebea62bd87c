/**
 * The servers: one primary and its replicas, their pools, their state and the choice among them.
 *
 * <p>In comes a {@link io.github.rwsplit.node.ReplicaRequest}, out goes a {@link
 * io.github.rwsplit.node.Node} or nothing. One daemon thread per node asks its server and decides
 * its state; the choice itself does no I/O. This package knows nothing of MyBatis, of transactions
 * and of Spring Boot.
 */
@NullMarked
package io.github.rwsplit.node;

import org.jspecify.annotations.NullMarked;
