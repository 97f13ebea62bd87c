package io.github.rwsplit.node;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A replica of the cluster, with what belongs to it for as long as its pool does.
 *
 * @param node the replica
 * @param probe asks it
 * @param pool what it was made of; null in tests
 */
record Member(Node node, Probe probe, ReplicaPools.@Nullable Pool pool) {

  private static final Logger log = LoggerFactory.getLogger(Member.class);

  String name() {
    return node.name();
  }

  /** Whether this pool is what the configuration asks for, so that it can stay. */
  boolean isMadeAs(ReplicaPools.Pool wanted) {
    return pool != null && pool.isMadeAs(wanted);
  }

  /** What is to be closed with it: never a DataSource of the application. */
  @Nullable AutoCloseable owned() {
    return pool == null ? null : pool.owned();
  }

  /** Closes what is ours. */
  void close() {
    AutoCloseable closeable = owned();
    try {
      if (closeable != null) {
        closeable.close();
      }
    } catch (Exception e) {
      log.warn("The pool of {} could not be closed", node, e);
    }
  }
}
