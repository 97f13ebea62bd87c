package io.github.rwsplit.route;

/** What kind of transaction or scope a statement meets when it is about to run. */
public enum TransactionKind {
  /** No transaction and no scope: each statement is on its own. */
  NONE("none"),
  /**
   * Spring's synchronization is active without a transaction (SUPPORTS, NOT_SUPPORTED): one
   * session, no atomicity.
   */
  SCOPE("scope"),
  /** A read-write transaction on the factory's own DataSource. */
  READ_WRITE("rw"),
  /** A read-only transaction on the factory's own DataSource. */
  READ_ONLY("ro"),
  /** A Spring transaction is active, but not on the factory's DataSource. */
  MISMATCH("none");

  private final String word;

  TransactionKind(String word) {
    this.word = word;
  }

  /**
   * The word that stands in the audit line.
   *
   * @return {@code none}, {@code scope}, {@code rw} or {@code ro}
   */
  public String word() {
    return word;
  }
}
