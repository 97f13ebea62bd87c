package io.github.rwsplit.test;

/**
 * One entry of a server's general query log: what a client really sent.
 *
 * <p>The server writes the entry on receipt, before it runs the statement, so an entry proves that
 * the statement reached this server, also when the server then refused it.
 *
 * @param connectionId the connection it came on, as {@code CONNECTION_ID()} says it; starts anew
 *     with the server
 * @param user the account that is logged in on that connection
 * @param command the kind of entry as the server names it, such as {@code Query}, {@code Prepare}
 *     or {@code Execute}
 * @param text the SQL, with the parameters filled in for {@code Execute}; empty for commands
 *     without text
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/query-log.html">MySQL manual, The General
 *     Query Log</a>
 */
public record ReceivedStatement(long connectionId, String user, String command, String text) {

  /**
   * Tells whether this entry ran SQL.
   *
   * @return true for {@code Query} and {@code Execute}; false for {@code Prepare}, {@code Ping},
   *     {@code Quit} and other commands
   */
  public boolean isExecution() {
    return command.equals("Query") || command.equals("Execute");
  }

  /**
   * Tells whether a driver, a pool or a probe sent this on its own account: {@code SET}, {@code
   * SHOW}, {@code SELECT @@...} without a table, {@code SELECT 1}, and what begins and ends
   * transactions.
   *
   * <p>A select that names a table is never noise, so {@code SELECT name, @@server_uuid FROM
   * some_table} counts as work. {@code SELECT LAST_INSERT_ID()}, {@code GET_LOCK} and the like
   * count as work too.
   *
   * @return whether this entry says nothing about where the application's work ran
   */
  public boolean isSessionNoise() {
    return SessionNoise.matches(text);
  }
}
