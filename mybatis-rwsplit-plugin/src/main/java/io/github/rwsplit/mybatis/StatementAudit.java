package io.github.rwsplit.mybatis;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.audit.Audit;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.audit.StatementEvent.Outcome;
import io.github.rwsplit.connection.ClusterConnections;
import io.github.rwsplit.connection.Frame;
import io.github.rwsplit.node.ConnectionFailures;
import io.github.rwsplit.node.Node;
import io.github.rwsplit.node.Nodes;
import io.github.rwsplit.node.ReplicaRequest;
import io.github.rwsplit.route.Destination;
import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.route.RouteDecision;
import io.github.rwsplit.route.RouteReason;
import io.github.rwsplit.session.StatementLook;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells the audit what happened to one statement: the decision that was made for it, and the node
 * whose connection it really took.
 */
final class StatementAudit {

  private final Audit audit;
  private final ClusterConnections cluster;
  private final Looked looked;
  private final StatementLook session;
  private final @Nullable Target observed;
  private final Instant begun;
  private final long begunNanos;

  private StatementAudit(Audit audit, ClusterConnections cluster, Looked looked) {
    this.audit = audit;
    this.cluster = cluster;
    this.looked = looked;
    // as of now, whatever the calling code says by the time that it has ended
    this.session = looked.session();
    this.observed = observed(looked.decision());
    this.begun = Instant.now();
    this.begunNanos = System.nanoTime();
  }

  /** Begins to measure; null where nobody listens. */
  static @Nullable StatementAudit begin(StatementRouting routing, Looked looked) {
    return routing.audit().on()
        ? new StatementAudit(routing.audit(), routing.cluster(), looked)
        : null;
  }

  void ran(Frame frame, int attempt, @Nullable Long rows) {
    tell(frame.id(), frame, frame.decision(), attempt, rows, Outcome.OK, null);
  }

  /** A write has failed; nobody may be able to say whether it was done all the same. */
  void failed(Frame frame, Throwable error, boolean outcomeUnknown) {
    if (outcomeUnknown) {
      tell(
          frame.id(),
          frame,
          frame.decision().because(RouteReason.OUTCOME_UNKNOWN),
          1,
          null,
          Outcome.ERROR,
          Audit.describe(error));
    } else {
      failed(frame, 1, error);
    }
  }

  /** The transaction of a write that had run was lost at its commit, or refused there. */
  static void unknown(StatementRouting routing, Looked looked, Frame frame, Throwable error) {
    new StatementAudit(routing.audit(), routing.cluster(), looked)
        .failed(frame, error, !ConnectionFailures.readOnlyServer(error));
  }

  void failed(Frame frame, int attempt, Throwable error) {
    boolean refused = frame.decision().reason() == RouteReason.REFUSED;
    tell(
        frame.id(),
        frame,
        demoted(frame, error)
            ? frame.decision().because(RouteReason.PRIMARY_DEMOTED)
            : frame.decision(),
        attempt,
        null,
        refused ? Outcome.REFUSED : Outcome.ERROR,
        Audit.describe(error));
  }

  /** Whether the primary has refused it as a read-only server. */
  private boolean demoted(Frame frame, Throwable error) {
    Node used = frame.used();
    return used != null
        && used.role() == NodeRole.PRIMARY
        && ConnectionFailures.readOnlyServer(error);
  }

  void refused(Throwable error) {
    tell(
        Audit.newDecisionId(),
        null,
        looked.decision(),
        1,
        null,
        Outcome.REFUSED,
        Audit.describe(error));
  }

  private void tell(
      String id,
      @Nullable Frame frame,
      RouteDecision decision,
      int attempt,
      @Nullable Long rows,
      Outcome outcome,
      @Nullable String error) {
    boolean hit = frame != null && !frame.connected() && outcome == Outcome.OK;
    Node node = frame == null ? null : frame.used();
    Target target = target(frame, node);
    String key = session.key();
    ConsistencyLevel level = decision.level();
    audit.tell(
        new StatementEvent(
            begun,
            id,
            looked.statement().getId(),
            looked.statement().getSqlCommandType().name(),
            level,
            level == null || level == ConsistencyLevel.STRONG ? null : decision.group(),
            hit ? RouteReason.CACHE_HIT : decision.reason(),
            hit ? null : target.name(),
            node == null ? null : node.name(),
            node == null ? null : node.serverUuid(),
            node == null ? null : node.role(),
            target.lagMillis(),
            session.markerAgeMillis(),
            looked.transaction().word(),
            Audit.sessionHash(key),
            attempt,
            rows,
            (System.nanoTime() - begunNanos) / 1_000,
            frame == null ? null : frame.acquireMicros(),
            outcome,
            error,
            audit.currentTrace(),
            frame == null || !audit.showsSql() ? null : audit.sql(frame.text())));
  }

  /** The node that was chosen, and how old its data were where that counts. */
  private record Target(@Nullable String name, @Nullable Long lagMillis) {

    static final Target ANY_REPLICA = new Target("replica", null);
    static final Target NONE_HAD_IT = new Target(Nodes.PRIMARY, null);
  }

  private Target target(@Nullable Frame frame, @Nullable Node used) {
    if (observed != null) {
      return observed;
    }
    Node target = frame == null ? null : frame.target();
    return new Target(
        target == null ? null : target.name(),
        used == null || used.role() == NodeRole.PRIMARY ? null : used.lagMillis());
  }

  /**
   * In observe mode: the replica that would have served it, as fresh as its group and its session
   * want it, or the primary where none was. Before the statement runs: what a session reads on the
   * primary counts for its next read, not for this one.
   */
  private @Nullable Target observed(RouteDecision decision) {
    Destination observed = decision.observed();
    if (observed != Destination.REPLICA && observed != Destination.PINNED_REPLICA) {
      return null;
    }
    if (cluster.nodes().replicas().isEmpty()) {
      return Target.ANY_REPLICA;
    }
    Node node =
        cluster
            .nodes()
            .pick(
                ReplicaRequest.of(
                    decision.group(), decision.maxLag(), Set.of(), null, null, looked.needed()));
    return node == null ? Target.NONE_HAD_IT : new Target(node.name(), node.lagMillis());
  }
}
