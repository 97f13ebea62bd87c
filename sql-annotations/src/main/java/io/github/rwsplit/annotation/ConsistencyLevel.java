package io.github.rwsplit.annotation;

/**
 * What a read needs to see. The weaker the level, the more servers can answer it.
 *
 * <p>The constants are ordered from the strictest to the weakest, so that the stricter of two
 * levels comes first; {@link #stricter(ConsistencyLevel)} says it in words.
 *
 * <table>
 * <caption>Which level for which read</caption>
 * <tr><th>the read</th><th>level</th></tr>
 * <tr><td>decides about money, stock or a state change; is shown right before such a decision</td>
 *     <td>{@link #STRONG}</td></tr>
 * <tr><td>shows a user the result of what that user just did</td><td>{@link #SESSION}</td></tr>
 * <tr><td>lists, searches, catalogues, reports, statistics</td><td>{@link #EVENTUAL}</td></tr>
 * </table>
 */
public enum ConsistencyLevel {

  /** Reads the primary: sees every transaction that was committed before the read began. */
  STRONG,

  /**
   * Sees every write of its own session, and never goes back behind what an earlier STRONG or
   * SESSION read of the same session saw. A replica may serve the read only where that is proved;
   * otherwise, and where no session is known, the primary does.
   */
  SESSION,

  /**
   * May be stale, within the lag limit of its group. Any healthy replica of the group may serve it.
   */
  EVENTUAL;

  /**
   * Tells which of two levels promises more.
   *
   * @param other the level to compare with, not null
   * @return this level or {@code other}, whichever is the stricter
   */
  public ConsistencyLevel stricter(ConsistencyLevel other) {
    return compareTo(other) <= 0 ? this : other;
  }
}
