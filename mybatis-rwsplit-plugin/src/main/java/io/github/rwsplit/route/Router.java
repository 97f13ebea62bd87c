package io.github.rwsplit.route;

import static io.github.rwsplit.route.RouteReason.*;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.statement.Declaration;
import io.github.rwsplit.statement.SqlKind;
import io.github.rwsplit.statement.StatementProfile;
import java.time.Duration;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns a declaration, the running transaction, the caller's hints and the session's writes into a
 * {@link RouteDecision}.
 *
 * <p>Pure: no thread, no JDBC, no I/O, so that it can be read and tested as the table it is. The
 * order of the rules is the order of {@link RouteReason}; the first that matches wins. Safe for use
 * by many threads.
 */
public final class Router {

  private final RouteSettings settings;
  private final SwitchBoard switches;
  private final boolean eventualFollowsWrites;
  private final IntSupplier percentile;
  private final UsualDecisions usual;

  /**
   * Makes a router.
   *
   * @param settings the configuration
   * @param switches what operators have turned
   * @param eventualFollowsWrites {@code rwsplit.session.eventual-follows-writes}
   * @param percentile draws a number from 0 to 99 for {@code replica-percent}
   */
  public Router(
      RouteSettings settings,
      SwitchBoard switches,
      boolean eventualFollowsWrites,
      IntSupplier percentile) {
    this.settings = settings;
    this.switches = switches;
    this.eventualFollowsWrites = eventualFollowsWrites;
    this.percentile = percentile;
    this.usual = new UsualDecisions(settings.defaultGroup());
  }

  /**
   * Decides.
   *
   * @param question what the decision depends on
   * @return where the statement goes and why; never null
   */
  public RouteDecision decide(RouteQuestion question) {
    if (settings.mode() == RouteSettings.Mode.OFF) {
      return primary(SPLITTING_OFF, question);
    }
    RouteDecision decision = route(question);
    if (settings.mode() == RouteSettings.Mode.OBSERVE) {
      return new RouteDecision(
          decision.destination() == Destination.ELSEWHERE
              ? Destination.ELSEWHERE
              : Destination.PRIMARY,
          OBSERVED,
          decision.level(),
          decision.group(),
          decision.maxLag(),
          decision.followsSession(),
          decision.destination());
    }
    return decision;
  }

  private RouteDecision route(RouteQuestion q) {
    SwitchState turned = switches.state();
    RouteDecision bound = byWhatItIs(q, turned);
    if (bound == null) {
      bound = byWhereItRuns(q, turned);
    }
    if (bound == null) {
      bound = byWhatItNeeds(q, turned);
    }
    if (q.foreign() && bound.destination() != Destination.NOWHERE) {
      return new RouteDecision(
          Destination.ELSEWHERE,
          bound.reason(),
          bound.level(),
          bound.group(),
          bound.maxLag(),
          false,
          null);
    }
    return bound;
  }

  /** Rules that look at the statement alone; null: it is a pure read. */
  private @Nullable RouteDecision byWhatItIs(RouteQuestion q, SwitchState turned) {
    StatementProfile profile = q.profile();
    SqlKind kind = kind(q);
    boolean write =
        profile.role() == StatementProfile.Role.WRITE
            || profile.affectsData()
            || kind == SqlKind.WRITE;
    if (turned.readOnly() != null && (write || mayWrite(q, kind))) {
      return nowhere(READ_ONLY_MODE, q);
    }
    if ((write || kind == SqlKind.LOCKING_READ) && livesOnReplica(q)) {
      return nowhere(REFUSED, q);
    }
    if (write) {
      return primary(WRITE, q);
    }
    if (profile.role() == StatementProfile.Role.SELECT_KEY) {
      return primary(SELECT_KEY, q);
    }
    return switch (kind) {
      case MULTI_STATEMENT -> primary(MULTI_STATEMENT, q);
      case CALLABLE -> primary(CALLABLE, q);
      case LOCKING_READ -> primary(LOCKING_READ, q);
      case SIDE_EFFECT_FUNCTION -> primary(SIDE_EFFECT_FUNCTION, q);
      case UNCLASSIFIED -> primary(UNCLASSIFIED, q);
      case READ, WRITE -> null;
    };
  }

  /** Rules that look at the transaction around the read and at the switches; null: none holds. */
  private @Nullable RouteDecision byWhereItRuns(RouteQuestion q, SwitchState turned) {
    if (q.foreign()) {
      return primary(FOREIGN_DATASOURCE, q);
    }
    switch (q.transaction()) {
      case READ_WRITE -> {
        return primary(TX_READ_WRITE, q);
      }
      case READ_ONLY -> {
        if (!settings.readOnlyOnReplica()) {
          return primary(TX_READ_ONLY, q);
        }
      }
      case MISMATCH -> {
        return primary(TX_MANAGER_MISMATCH, q);
      }
      case NONE, SCOPE -> {}
    }
    return primaryOnly(q, turned) ? primary(PRIMARY_ONLY, q) : null;
  }

  private boolean primaryOnly(RouteQuestion q, SwitchState turned) {
    return turned.primaryOnly() != null
        || turned.covers(q.profile().registeredId())
        || (!turned.tenants().isEmpty() && switches.tenantAmong(turned.tenants().keySet()));
  }

  /** Rules that look at what the read needs to see. */
  private RouteDecision byWhatItNeeds(RouteQuestion q, SwitchState turned) {
    if (q.hint() == ConsistencyLevel.STRONG) {
      return primary(HINT_OVERRIDE, q);
    }
    if (q.scopePinned()) {
      return primary(SCOPE_PINNED, q);
    }
    return switch (level(q)) {
      case STRONG -> primary(declaration(q) == null ? UNDECLARED : STRONG, q);
      case SESSION -> session(q, turned);
      case EVENTUAL -> eventual(q, turned);
    };
  }

  private RouteDecision session(RouteQuestion q, SwitchState turned) {
    if (!q.session().known()) {
      return primary(NO_SESSION_CONTEXT, q);
    }
    if (q.session().mayMissWrites()) {
      return primary(SESSION_MARKER, q);
    }
    // its snapshot there is older than that of a replica would be, and the session may come back
    return livesOnReplica(q) && q.beganOnPrimary()
        ? primary(TX_READ_ONLY, q)
        : replica(SESSION_REPLICA, q, true, turned);
  }

  private RouteDecision eventual(RouteQuestion q, SwitchState turned) {
    boolean follows =
        eventualFollowsWrites && group(q).equals(settings.defaultGroup()) && q.session().known();
    if (follows && q.session().mayMissWrites()) {
      return primary(SESSION_MARKER, q);
    }
    return replica(EVENTUAL_REPLICA, q, follows, turned);
  }

  private RouteDecision replica(
      RouteReason reason, RouteQuestion q, boolean followsSession, SwitchState turned) {
    int percent = turned.replicaPercent().value();
    if (percent < 100 && percentile.getAsInt() >= percent) {
      return primary(ROLLOUT, q);
    }
    return livesOnReplica(q)
        ? decision(Destination.PINNED_REPLICA, TX_READ_ONLY_REPLICA, q, followsSession)
        : decision(Destination.REPLICA, reason, q, followsSession);
  }

  private boolean livesOnReplica(RouteQuestion q) {
    return settings.readOnlyOnReplica() && q.transaction() == TransactionKind.READ_ONLY;
  }

  private static SqlKind kind(RouteQuestion q) {
    Declaration declaration = declaration(q);
    boolean reviewed = declaration != null && declaration.sideEffectFree();
    return reviewed && q.traits().reviewable() ? SqlKind.READ : q.traits().kind();
  }

  private static boolean mayWrite(RouteQuestion q, SqlKind kind) {
    return kind != SqlKind.READ && q.traits().mayWrite();
  }

  /**
   * The level of a select that declares nothing.
   *
   * @param hint the level that the calling code asks for; null: none
   * @return the level
   */
  public ConsistencyLevel undeclaredLevel(@Nullable ConsistencyLevel hint) {
    return hint == null ? settings.defaultConsistency() : hint;
  }

  private ConsistencyLevel level(RouteQuestion q) {
    Declaration declaration = declaration(q);
    ConsistencyLevel hint = q.hint();
    if (declaration == null) {
      return undeclaredLevel(hint);
    }
    return hint == null ? declaration.level() : declaration.level().stricter(hint);
  }

  private String group(RouteQuestion q) {
    Declaration declaration = declaration(q);
    String group = declaration == null ? null : declaration.group();
    return group == null ? settings.defaultGroup() : group;
  }

  private static @Nullable Declaration declaration(RouteQuestion q) {
    return q.profile().declaration();
  }

  private RouteDecision primary(RouteReason reason, RouteQuestion q) {
    return decision(Destination.PRIMARY, reason, q, false);
  }

  private RouteDecision nowhere(RouteReason reason, RouteQuestion q) {
    return decision(Destination.NOWHERE, reason, q, false);
  }

  private RouteDecision decision(
      Destination destination, RouteReason reason, RouteQuestion q, boolean followsSession) {
    boolean select = q.profile().role() == StatementProfile.Role.SELECT;
    Declaration declaration = declaration(q);
    Duration maxLag = declaration == null ? null : declaration.maxLag();
    ConsistencyLevel level = select ? level(q) : null;
    String group = group(q);
    return maxLag == null && group.equals(settings.defaultGroup())
        ? usual.of(destination, reason, level, followsSession)
        : new RouteDecision(destination, reason, level, group, maxLag, followsSession, null);
  }
}
