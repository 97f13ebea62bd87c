package io.github.rwsplit.connection;

import io.github.rwsplit.node.ConnectionFailures;
import io.github.rwsplit.session.Position;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A statement, a flush of several or a commit, for as long as it may be committed by the server:
 * what was heard of its commit, and how it ended. Made by {@link RoutingTransaction#beginWrite},
 * closed on the same thread in the opposite order, as soon as the driver has returned.
 */
public final class Write implements AutoCloseable {

  private final OwnCommits commits;
  private final @Nullable Write outer;
  private final @Nullable SpringScope within;
  private final long began;
  private final Map<String, Consumer<Throwable>> statements = new LinkedHashMap<>(0);
  private @Nullable Position position;
  private @Nullable Throwable failure;
  private boolean done;
  private boolean reached;
  private boolean lost;
  private boolean changed;

  /**
   * @param outer the one that it runs within; null: none
   * @param within the scope that it runs within; null: none
   * @param began a time of the sessions' clock
   */
  Write(OwnCommits commits, @Nullable Write outer, @Nullable SpringScope within, long began) {
    this.commits = commits;
    this.outer = outer;
    this.within = within;
    this.began = began;
  }

  /**
   * It has run.
   *
   * @param rows how many rows it changed; a negative number where the driver does not know
   */
  public void ran(long rows) {
    done = true;
    reached = true;
    changed |= rows != 0;
  }

  /**
   * It has failed.
   *
   * @param error what with
   * @param sent whether it had a connection, so that the server may have got it
   */
  public void failed(Throwable error, boolean sent) {
    failure = error;
    reached = sent;
    lost = sent && ConnectionFailures.connectionLost(error);
    if (sent) {
      commits.failed(error);
    }
  }

  /** Its connection was lost, though the error does not say so. */
  void lose() {
    lost = true;
  }

  /**
   * Who has to know if nobody can say whether it was committed.
   *
   * @param statement the statement's id; of several with the same the first one is told
   * @param tell takes the error
   */
  public void ifUnknown(String statement, Consumer<Throwable> tell) {
    statements.putIfAbsent(statement, tell);
  }

  /** The server has told the position of something that was committed while this ran. */
  void heard(Position of) {
    Position known = position;
    position = known == null ? of : known.max(of);
  }

  @Nullable Position position() {
    return position;
  }

  boolean isWithin(@Nullable SpringScope scope) {
    return within == scope;
  }

  boolean changedRows() {
    return changed;
  }

  /** Whether it has run to its end. */
  boolean done() {
    return done;
  }

  /** Whether its connection is there and free to be asked something. */
  boolean leftConnection() {
    return reached && !lost;
  }

  /** Whether the connection was lost over it, so that nobody can say what became of it. */
  boolean lost() {
    return lost;
  }

  /** What it failed with; null where it did not. */
  @Nullable Throwable failure() {
    return failure;
  }

  Map<String, Consumer<Throwable>> statements() {
    return statements;
  }

  long began() {
    return began;
  }

  @Override
  public void close() {
    commits.end(outer);
  }
}
