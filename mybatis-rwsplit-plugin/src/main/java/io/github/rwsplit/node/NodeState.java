package io.github.rwsplit.node;

/** Whether a node can serve at this moment, as far as probes and calls have shown. */
public enum NodeState {
  /** Not yet looked at. */
  UNKNOWN,
  /** Answers. */
  UP,
  /** A call lost its connection; not used until a probe has spoken. */
  SUSPECT,
  /** Does not answer probes. */
  DOWN,
  /** Answers, but must not be used: it is writable, or not a replica of this primary. */
  REJECTED
}
