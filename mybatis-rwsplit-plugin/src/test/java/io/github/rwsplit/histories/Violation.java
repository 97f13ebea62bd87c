package io.github.rwsplit.histories;

/** A promise that was broken, and by what. */
record Violation(Rule rule, String text) {

  /** What a history must hold to. */
  enum Rule {
    ACKNOWLEDGED_WRITE_LOST,
    WRITE_TWICE,
    UNDONE_WRITE_KEPT,
    REPLICA_DIFFERS,
    KEY_OF_ANOTHER_ROW,
    NEVER_COMMITTED_WAS_SEEN,
    OUT_OF_ORDER,
    OWN_TRANSACTION_UNSEEN,
    STRONG_MISSED_A_COMMIT,
    OWN_WRITE_UNSEEN,
    WENT_BACK,
    NOT_ON_THE_PRIMARY,
    COUNT_OF_ANOTHER_PAGE,
    WRITE_ON_A_REPLICA,
    CONNECTION_LEFT_OUT,
    HUNG
  }

  @Override
  public String toString() {
    return rule + ": " + text;
  }
}
