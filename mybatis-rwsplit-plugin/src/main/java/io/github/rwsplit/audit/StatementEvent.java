package io.github.rwsplit.audit;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.route.RouteReason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What happened to one physical statement. Immutable; carries no parameter value.
 *
 * @param time when the statement began
 * @param decision the id shared by all statements of one logical call
 * @param statement the mapped statement's id
 * @param command what the statement is by its tag, such as {@code SELECT}
 * @param level the consistency that was applied; null for anything that is no select
 * @param group the group that its replicas are taken from; null where no replica may serve it
 * @param reason why it went where it went
 * @param target the node chosen; null where none was
 * @param node the node whose connection was used; null where none was, or where the application's
 *     own router chose it
 * @param server the {@code server_uuid} of that node; null where it is not known
 * @param role what that node is; null without a node
 * @param lagMillis the lag of the replica at that time, in observe mode of the one that would have
 *     served it; null where it is not known
 * @param markerAgeMillis how long ago the session had committed its last write; null where none is
 *     remembered
 * @param transaction the word of its {@link io.github.rwsplit.route.TransactionKind}
 * @param session a hash of the session's key; null without a session
 * @param attempt 1 for the first, 2 for a second attempt
 * @param rows rows returned or changed; null where nobody counted
 * @param durationMicros how long it took
 * @param acquireMicros how much of that it took to get its connection, which it may have had
 *     already; null where it asked for none
 * @param outcome how it ended
 * @param error the error's class, SQLState and vendor code, never its text; null without an error
 * @param trace the id of the trace it belongs to; null without one
 * @param sql its text with {@code ?} in place of all literals; null unless {@code
 *     rwsplit.audit.sql=normalized}, and where it is not known
 */
public record StatementEvent(
    Instant time,
    String decision,
    String statement,
    String command,
    @Nullable ConsistencyLevel level,
    @Nullable String group,
    RouteReason reason,
    @Nullable String target,
    @Nullable String node,
    @Nullable String server,
    @Nullable NodeRole role,
    @Nullable Long lagMillis,
    @Nullable Long markerAgeMillis,
    String transaction,
    @Nullable String session,
    int attempt,
    @Nullable Long rows,
    long durationMicros,
    @Nullable Long acquireMicros,
    Outcome outcome,
    @Nullable String error,
    @Nullable String trace,
    @Nullable String sql) {

  /** How a statement ended. */
  public enum Outcome {
    /** It ran. */
    OK("ok"),
    /** It failed. */
    ERROR("error"),
    /** It was not let run. */
    REFUSED("refused");

    private final String word;

    Outcome(String word) {
      this.word = word;
    }

    /**
     * The word that stands in the audit line.
     *
     * @return {@code ok}, {@code error} or {@code refused}
     */
    public String word() {
      return word;
    }
  }
}
