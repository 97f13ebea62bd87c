package io.github.rwsplit.test;

/** What a server of a cluster is at the moment. */
public enum NodeRole {
  /** The one server that takes writes and that the others replicate from. */
  PRIMARY,
  /** A server that replicates from the primary. */
  REPLICA
}
