package io.github.rwsplit.connection;

import io.github.rwsplit.session.StatementLook;

/** What stands behind a statement's frame. Asked on the statement's thread. */
public interface Asked {

  /**
   * The session that the statement runs in.
   *
   * @return always the same look at it
   */
  StatementLook session();

  /**
   * The SQL, as it was to be sent.
   *
   * @return the text
   */
  String sql();
}
