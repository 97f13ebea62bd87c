package io.github.rwsplit.chaos;

/** What a caller asks for. */
enum Kind {
  STRONG,
  SESSION,
  EVENTUAL,
  UNDECLARED,
  WRITE,
  TRANSACTION;

  boolean reads() {
    return this != WRITE && this != TRANSACTION;
  }

  /** Whether a replica may serve it. */
  boolean isSpread() {
    return this == SESSION || this == EVENTUAL;
  }

  /** Whether it must not show less than its session has seen. */
  boolean neverGoesBack() {
    return this == STRONG || this == SESSION;
  }
}
