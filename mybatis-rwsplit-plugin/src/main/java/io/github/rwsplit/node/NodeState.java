package io.github.rwsplit.node;

/**
 * Whether a node can serve at this moment, as far as probes and calls have shown. Only a replica
 * that is {@link #UP} is ever picked; for the primary the state is information only, it is never
 * passed over.
 */
public enum NodeState {
  /** Not yet looked at. */
  UNKNOWN,
  /** Answers, and its pool hands out connections. */
  UP,
  /** A call or a probe lost its connection; not used until the next probe has spoken. */
  SUSPECT,
  /** Does not answer probes, or its pool hands out no connection. */
  DOWN,
  /**
   * Answers again, and is used as soon as it has done so a few times in a row; longer where it has
   * come and gone, or where calls failed although it answered its probes.
   */
  RETURNING,
  /**
   * Answers, but must not be used: it is the primary itself under another address, no replica of
   * the primary, or writes on it would be carried out.
   */
  REJECTED
}
