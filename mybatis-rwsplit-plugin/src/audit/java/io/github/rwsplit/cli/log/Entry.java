package io.github.rwsplit.cli.log;

import org.jspecify.annotations.Nullable;

/**
 * What one audit line says. The keys are those of the contract; a text is null and a number is
 * {@link #NONE} where the line does not have the key.
 *
 * @param micros when the statement began, in microseconds since 1970
 * @param decision the id that all statements of one logical call share
 * @param statement the mapped statement's id
 * @param command what it is by its tag, such as {@code SELECT}
 * @param level the level that was applied
 * @param group the group of replicas
 * @param reason why it went where it went
 * @param target the node that was chosen
 * @param node the node whose connection was used
 * @param server the {@code server_uuid} of that node
 * @param role {@code primary} or {@code replica}
 * @param lagMillis how old the replica's data were at most
 * @param markerAgeMillis how long ago the session's last write was committed
 * @param tx the word for the transaction it ran in
 * @param session a hash of the session's key
 * @param attempt 1, or 2 for a second attempt
 * @param rows rows returned or changed
 * @param durationMicros how long it took
 * @param outcome {@code ok}, {@code error} or {@code refused}
 * @param trace the id of its trace
 * @param thread what a logger's layout says in brackets before the line, which is most often the
 *     thread
 */
public record Entry(
    long micros,
    String decision,
    String statement,
    String command,
    @Nullable String level,
    @Nullable String group,
    String reason,
    @Nullable String target,
    @Nullable String node,
    @Nullable String server,
    @Nullable String role,
    long lagMillis,
    long markerAgeMillis,
    @Nullable String tx,
    @Nullable String session,
    long attempt,
    long rows,
    long durationMicros,
    String outcome,
    @Nullable String trace,
    @Nullable String thread) {

  /** A number that the line does not have. */
  public static final long NONE = -1;

  private static final String SELECT_KEY = "!selectKey";

  /**
   * Whether it is a select that belongs to no write.
   *
   * @return false for writes, key queries and selects that write
   */
  public boolean isRead() {
    return command.equals("SELECT") && !reason.equals("WRITE") && !statement.endsWith(SELECT_KEY);
  }

  /**
   * Whether it ran on a replica.
   *
   * @return true where the role says so
   */
  public boolean onReplica() {
    return "replica".equals(role);
  }

  /**
   * Whether it ran on the primary.
   *
   * @return true where the role says so
   */
  public boolean onPrimary() {
    return "primary".equals(role);
  }

  /**
   * Whether it is or follows a second attempt, after which another node is as it should be.
   *
   * @return true for attempts after the first and for the reasons of retries
   */
  public boolean retried() {
    return attempt > 1 || reason.startsWith("RETRY_");
  }
}
