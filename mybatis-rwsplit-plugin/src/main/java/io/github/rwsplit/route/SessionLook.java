package io.github.rwsplit.route;

/** What the router may ask about the session of the statement; asked only where it matters. */
public interface SessionLook {

  /**
   * Whether the statement runs in any session.
   *
   * @return false: nobody knows what was written before
   */
  boolean known();

  /**
   * Whether the session's writes might be missing on a replica.
   *
   * @return true: only the primary is sure to have them
   */
  boolean mayMissWrites();
}
