package io.github.rwsplit.connection;

import io.github.rwsplit.audit.Audit;
import io.github.rwsplit.node.Node;
import io.github.rwsplit.node.Proof;
import io.github.rwsplit.route.RouteDecision;
import io.github.rwsplit.route.RouteReason;
import io.github.rwsplit.session.Needed;
import io.github.rwsplit.session.Servers;
import io.github.rwsplit.session.StatementLook;
import java.sql.Connection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a transaction's stack: either a logical call, which a pager may turn into several
 * statements, or one physical statement. The first statement of a call decides where the others go.
 * Belongs to the thread that runs its transaction.
 */
public final class Frame {

  final @Nullable Frame enclosing;

  /** The statement whose result this one fills; null where it fills none. */
  final @Nullable Frame filled;

  private final boolean call;
  private final @Nullable Frame sameDecisionAs;
  private @Nullable String id;
  @Nullable RouteDecision decision;
  private @Nullable Set<String> tried;
  @Nullable Node target;
  @Nullable Node used;
  @Nullable Lease lease;
  long term = Servers.NONE;
  boolean connected;
  boolean holdsFallback;
  boolean countedOnPrimary;
  boolean promisesNewest;
  boolean readsApart;
  @Nullable String queryKey;
  private @Nullable SentSql sent;
  private long acquireNanos = -1;
  private @Nullable StatementLook session;
  @Nullable Needed needed;

  private Frame(
      @Nullable Frame enclosing,
      @Nullable Frame filled,
      boolean call,
      @Nullable Frame sameDecisionAs) {
    this.enclosing = enclosing;
    this.filled = filled;
    this.call = call;
    this.sameDecisionAs = sameDecisionAs;
  }

  static Frame call(@Nullable Frame enclosing, boolean sameDecision) {
    return new Frame(enclosing, null, true, sameDecision ? enclosing : null);
  }

  static Frame statement(
      @Nullable Frame enclosing, @Nullable Frame within, RouteDecision decision) {
    boolean fills = within != null && !within.call;
    Frame frame = new Frame(enclosing, fills ? within : null, false, within);
    frame.decision = decision;
    return frame;
  }

  /** Whether a node that was proved to have so much at a time may serve the statement. */
  boolean satisfiedBy(Proof proof, long now) {
    Needed all = needed;
    return all == null || proof.satisfies(all, now);
  }

  /** Whether this is a logical call rather than one statement. */
  boolean isCall() {
    return call;
  }

  /**
   * The id that all statements of one logical call share.
   *
   * @return the id
   */
  public String id() {
    String known = id;
    if (known == null) {
      // made when it is asked for: without an audit nobody does
      known = sameDecisionAs == null ? Audit.newDecisionId() : sameDecisionAs.id();
      id = known;
    }
    return known;
  }

  /**
   * What was decided, as it stands: getting a connection may have changed it.
   *
   * @return the decision
   */
  public RouteDecision decision() {
    RouteDecision known = decision;
    if (known == null) {
      throw new IllegalStateException("nothing has been decided in this frame yet");
    }
    return known;
  }

  /**
   * The node that was chosen.
   *
   * @return the node; null where none was
   */
  public @Nullable Node target() {
    return target;
  }

  /**
   * The node whose connection the statement got.
   *
   * @return the node; null where the statement took no connection, or the application's own router
   *     chose it
   */
  public @Nullable Node used() {
    return used;
  }

  /**
   * Whether the statement took a connection at all; one answered by a cache does not.
   *
   * @return true where it did
   */
  public boolean connected() {
    return connected;
  }

  /**
   * The statement of the session in which this one runs, itself where it is the first; stands for
   * all that belongs to one call.
   *
   * @return a statement's frame
   */
  public Frame outermost() {
    Frame found = this;
    for (Frame frame = enclosing; frame != null; frame = frame.enclosing) {
      if (!frame.call) {
        found = frame;
      }
    }
    return found;
  }

  /**
   * Says what the choice of a node may want to know.
   *
   * @param look the session, whose key is asked for only where a replica is picked
   * @param query what stands for the query
   * @param required what the node must be proved to have for the session; null: nothing
   * @param without nodes that have failed it already
   */
  public void describe(
      StatementLook look, String query, @Nullable Needed required, Set<String> without) {
    session = look;
    queryKey = query;
    needed = required;
    if (!without.isEmpty()) {
      without.forEach(this::failedOn);
    }
  }

  /**
   * Says what the read asks of the primary, should it go there.
   *
   * @param newest whether it has promised to see the newest data, so that a demoted primary must
   *     not answer it
   * @param apart whether it may use a pool for reads, where there is one
   */
  public void onPrimary(boolean newest, boolean apart) {
    promisesNewest = newest;
    readsApart = apart;
  }

  /**
   * Has the text watched that is sent for the statement.
   *
   * @param text takes it in
   */
  public void sends(SentSql text) {
    sent = text;
  }

  /** A connection for the statement, as MyBatis gets it. */
  Connection handedOut(Connection connection) {
    SentSql watched = sent;
    return watched == null ? connection : watched.through(connection, decision());
  }

  /**
   * The text that was sent.
   *
   * @return the text without a comment of ours; null where it is not known
   */
  public @Nullable String text() {
    SentSql watched = sent;
    String prepared = watched == null ? null : watched.text();
    return prepared == null ? queryKey : prepared;
  }

  /** The statement has asked for a connection, or asks again. */
  void acquired(long nanos) {
    acquireNanos = Math.max(0, acquireNanos) + nanos;
  }

  /**
   * How long it took to get the statement's connection.
   *
   * @return microseconds; null where it asked for none
   */
  public @Nullable Long acquireMicros() {
    return acquireNanos < 0 ? null : acquireNanos / 1_000;
  }

  /** The session's key; null without one. */
  @Nullable String sessionKey() {
    StatementLook look = session;
    return look == null ? null : look.key();
  }

  /**
   * The nodes that gave no connection, or failed the statement.
   *
   * @return their names
   */
  public Set<String> tried() {
    Set<String> known = tried;
    return known == null ? Set.of() : known;
  }

  /**
   * Keeps a node from being asked again.
   *
   * @param node its name
   */
  public void failedOn(String node) {
    Set<String> known = tried;
    if (known == null) {
      known = new LinkedHashSet<>();
      tried = known;
    }
    known.add(node);
  }

  /** The logical call that this statement is a part of; null where there is none. */
  @Nullable Frame call() {
    Frame around = enclosing;
    return around != null && around.call ? around : null;
  }

  /** The session that the statement runs in; null before it was described. */
  @Nullable StatementLook session() {
    return session;
  }

  /** The statement runs on a replica's connection. */
  void on(Lease held) {
    on(held.node());
    term = held.term();
  }

  /** The statement runs on a node: this is what the audit is told. */
  void on(Node node) {
    target = node;
    used = node;
    connected = true;
  }

  /** Whether its statement has a replica's connection that nothing else of the session uses. */
  boolean aloneOnReplica() {
    Lease own = lease;
    return own != null && own.lastUser();
  }

  void decide(RouteDecision changed) {
    decision = changed;
  }

  void because(RouteReason reason) {
    decision = decision().because(reason);
  }
}
