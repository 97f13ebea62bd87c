package io.github.rwsplit.connection;

import io.github.rwsplit.node.ConnectionFailures;
import io.github.rwsplit.session.Position;
import io.github.rwsplit.session.Sessions;
import io.github.rwsplit.session.Writer;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.ibatis.transaction.Transaction;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * What was written through one SqlSession, and what its sessions are told of it: at once where the
 * statement has committed itself, else when the transaction ends, wherever that is seen. Belongs to
 * one thread at a time.
 */
final class SessionWrites {

  private final Transaction primary;
  private final ClusterConnections cluster;
  private final SessionStyle style;

  /** Sessions that wrote in a transaction of which only this object knows. */
  private Set<Writer> written = Set.of();

  private Map<String, Consumer<Throwable>> statements = Map.of();
  private @Nullable Position heardBefore;
  private boolean changed;
  private boolean doubted;

  /**
   * @param primary the application's own Transaction
   */
  SessionWrites(Transaction primary, ClusterConnections cluster, SessionStyle style) {
    this.primary = primary;
    this.cluster = cluster;
    this.style = style;
  }

  /**
   * A statement has run that may have written.
   *
   * @param others for whom it did so beside the current session
   */
  void wrote(Write write, Set<Writer> others) {
    Set<Writer> writers = with(cluster.sessions().currentWriter(), others);
    if (ForeignTransactions.endIsSeen()) {
      writers.forEach(writer -> inForeignTransaction(writer, write));
      return;
    }
    if (synchronizedBySpring()) {
      SpringScope scope = SpringScope.open(cluster);
      boolean commitsLater = TransactionSynchronizationManager.isActualTransactionActive();
      if (commitsLater) {
        scope.wrote(writers, write);
      }
      if (!commitsLater || scope.isMismatch()) {
        hasCommitted(writers, write);
      }
      return;
    }
    switch (style) {
      case MANUAL -> commitsLater(writers, write);
      case AUTOCOMMIT -> hasCommitted(writers, write);
      case GIVEN -> {
        commitsLater(writers, write);
        hasCommitted(writers, write);
      }
      case SPRING -> outsideSynchronization(writers, write);
    }
  }

  private static Set<Writer> with(@Nullable Writer current, Set<Writer> others) {
    if (current == null || others.contains(current)) {
      return others;
    }
    if (others.isEmpty()) {
      return Set.of(current);
    }
    Set<Writer> all = new LinkedHashSet<>(others);
    all.add(current);
    return all;
  }

  private void inForeignTransaction(Writer writer, Write write) {
    Sessions sessions = cluster.sessions();
    if (ForeignTransactions.onCompletion(new ForeignCommit(sessions, writer, write.began()))) {
      sessions.underWay(writer);
    }
    tell(writer, CommitPosition.heard(write.position()));
  }

  private void outsideSynchronization(Set<Writer> writers, Write write) {
    if (cluster.primary().boundToThread()) {
      // behind all callbacks, or with a manager that has none: its commit is not seen
      for (Writer writer : writers) {
        tell(writer, CommitPosition.heard(write.position()));
        cluster.sessions().outcomeUnknown(writer, false);
      }
    } else if (write.leftConnection() && cluster.primary().autoCommitOff()) {
      commitsLater(writers, write);
    } else {
      hasCommitted(writers, write);
    }
  }

  private void commitsLater(Set<Writer> writers, Write write) {
    changed |= write.changedRows();
    if (statements.isEmpty()) {
      statements = new LinkedHashMap<>();
    }
    write.statements().forEach(statements::putIfAbsent);
    if (writers.isEmpty()) {
      return;
    }
    if (written.isEmpty()) {
      written = new LinkedHashSet<>();
    }
    written.addAll(writers);
    if (write.position() != null) {
      // a statement that commits whatever was open, and itself
      writers.forEach(writer -> tell(writer, CommitPosition.heard(write.position())));
      heardBefore = write.position();
    }
  }

  private void hasCommitted(Set<Writer> writers, Write write) {
    if (writers.isEmpty()) {
      return;
    }
    CommitPosition heard = CommitPosition.heard(write.position());
    CommitPosition position = heard == null ? ask(write, write.changedRows()) : heard;
    for (Writer writer : writers) {
      tell(writer, position);
      if (write.lost()) {
        cluster.sessions().outcomeUnknown(writer, false);
      } else {
        cluster.sessions().wrote(writer, write.began());
      }
    }
  }

  /** The answer to a question, where nothing was heard; null where it does not tell either. */
  private @Nullable CommitPosition ask(Write write, boolean sure) {
    boolean possible =
        write.leftConnection()
            && style != SessionStyle.GIVEN
            && !cluster.primary().pointsElsewhere();
    return possible ? cluster.commits().ask(sure, primary::getConnection) : null;
  }

  /** A statement has failed, which may have cost the session its connection. */
  void doubt() {
    doubted = true;
  }

  boolean doubted() {
    return doubted;
  }

  /** Whether the session's connection still answers. */
  boolean connectionIsValid() {
    return OwnCommits.answers(primary::getConnection);
  }

  private void tell(Writer writer, @Nullable CommitPosition position) {
    if (position != null) {
      position.tell(cluster.sessions(), writer);
    }
  }

  /** Commits what is open. */
  void commit() throws SQLException {
    if (written.isEmpty() && statements.isEmpty()) {
      primary.commit();
      return;
    }
    Write commit = cluster.commits().begin();
    written.forEach(cluster.sessions()::underWay);
    try (commit) {
      primary.commit();
      commit.ran(0);
    } catch (SQLException | RuntimeException e) {
      commit.failed(e, true);
      throw e;
    } finally {
      ended(commit);
    }
  }

  private void ended(Write commit) {
    try {
      Position before = heardBefore;
      CommitPosition position = CommitPosition.heard(commit.position());
      if (position == null && commit.done() && !written.isEmpty()) {
        // a connection that told of a commit would have told of this one, had it written anything
        position = before == null ? ask(commit, changed) : CommitPosition.ofEarlier(before);
      }
      for (Writer writer : written) {
        tell(writer, position);
        if (commit.done() || position != null) {
          cluster.sessions().committed(writer, commit.began());
        } else {
          cluster.sessions().outcomeUnknown(writer, true);
        }
      }
      Throwable failure = commit.failure();
      if (failure != null
          && position == null
          && (commit.lost() || ConnectionFailures.readOnlyServer(failure))) {
        statements.values().forEach(statement -> statement.accept(failure));
      }
    } finally {
      forget();
    }
  }

  /** What is open was or will be rolled back. */
  void forget() {
    written = Set.of();
    statements = Map.of();
    heardBefore = null;
    changed = false;
  }

  /** Neither committed nor rolled back: giving the connection back may have committed it. */
  void closed() {
    written.forEach(writer -> cluster.sessions().outcomeUnknown(writer, false));
    forget();
  }

  private boolean synchronizedBySpring() {
    return style == SessionStyle.SPRING
        && TransactionSynchronizationManager.isSynchronizationActive();
  }
}
