package io.github.rwsplit.connection;

import io.github.rwsplit.audit.Audit;
import io.github.rwsplit.node.Node;
import io.github.rwsplit.node.Proof;
import io.github.rwsplit.node.ReplicaRequest;
import io.github.rwsplit.route.RouteDecision;
import io.github.rwsplit.route.RouteReason;
import io.github.rwsplit.session.Needed;
import io.github.rwsplit.session.Servers;
import io.github.rwsplit.session.StatementLook;
import java.sql.Connection;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a transaction's stack: either a logical call, which a pager may turn into several
 * statements, or one physical statement. The first statement of a call decides where the others go.
 * Belongs to the thread that runs its transaction.
 */
public final class Frame implements ReplicaRequest {

  // each read makes one: its fields are chosen so that it takes 48 bytes and not 56
  final @Nullable Frame enclosing;

  /** Whether it shares the decision of the one around it, a call's or a statement's. */
  private final boolean shares;

  private final boolean call;
  @Nullable RouteDecision decision;
  private @Nullable Asked asked;
  private @Nullable Needed needed;
  private @Nullable Told told;

  /** The node that was chosen, which once connected is the one that gave the connection. */
  @Nullable Node node;

  /** What it has run on; null where that was the session's own connection. */
  private @Nullable Lease lease;

  /** Whether it has to let go of that. */
  private boolean holds;

  boolean connected;
  boolean holdsFallback;
  boolean countedOnPrimary;
  boolean promisesNewest;
  boolean readsApart;

  private Frame(@Nullable Frame enclosing, boolean shares, boolean call) {
    this.enclosing = enclosing;
    this.shares = shares;
    this.call = call;
  }

  static Frame call(@Nullable Frame enclosing, boolean sameDecision) {
    return new Frame(enclosing, sameDecision, true);
  }

  static Frame statement(@Nullable Frame enclosing, boolean shares, RouteDecision decision) {
    Frame frame = new Frame(enclosing, shares, false);
    frame.decision = decision;
    return frame;
  }

  /** The statement whose result this one fills; null where it fills none. */
  @Nullable Frame filled() {
    Frame around = within();
    return around == null || around.call || call ? null : around;
  }

  private @Nullable Frame within() {
    return shares ? enclosing : null;
  }

  private Told told() {
    Told known = told;
    if (known == null) {
      known = new Told();
      told = known;
    }
    return known;
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
    String known = told().id;
    if (known == null) {
      // made when it is asked for: without an audit nobody does
      Frame around = within();
      known = around == null ? Audit.newDecisionId() : around.id();
      told().id = known;
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
    return node;
  }

  /**
   * The node whose connection the statement got.
   *
   * @return the node; null where the statement took no connection, or the application's own router
   *     chose it
   */
  public @Nullable Node used() {
    return connected ? node : null;
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
   * @param statement the statement, whose session is asked for only where it counts
   * @param required what the node must be proved to have for the session; null: nothing
   * @param without nodes that have failed it already
   */
  public void describe(Asked statement, @Nullable Needed required, Set<String> without) {
    asked = statement;
    needed = required;
    if (!without.isEmpty()) {
      without.forEach(this::failedOn);
    }
  }

  /** What the primary was found to have for the session. */
  void caughtUp(Needed read) {
    needed = read;
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
    told().sent = text;
  }

  /** Has the time taken that it takes to get a connection. */
  public void timed() {
    told().timed = true;
  }

  boolean isTimed() {
    Told known = told;
    return known != null && known.timed;
  }

  private @Nullable SentSql sent() {
    Told known = told;
    return known == null ? null : known.sent;
  }

  /** A connection for the statement, as MyBatis gets it. */
  Connection handedOut(Connection connection) {
    SentSql watched = sent();
    return watched == null ? connection : watched.through(connection, decision());
  }

  /**
   * The text that was sent.
   *
   * @return the text without a comment of ours; null where it is not known
   */
  public @Nullable String text() {
    SentSql watched = sent();
    String prepared = watched == null ? null : watched.text();
    return prepared == null ? queryKey() : prepared;
  }

  /** The statement has asked for a connection, or asks again. */
  void acquired(long nanos) {
    Told known = told();
    known.acquireNanos = Math.max(0, known.acquireNanos) + nanos;
  }

  /**
   * How long it took to get the statement's connection.
   *
   * @return microseconds; null where it asked for none, or nobody had it {@link #timed}
   */
  public @Nullable Long acquireMicros() {
    Told known = told;
    return known == null || known.acquireNanos < 0 ? null : known.acquireNanos / 1_000;
  }

  @Override
  public String group() {
    return decision().group();
  }

  @Override
  public @Nullable Duration maxLag() {
    return decision().maxLag();
  }

  @Override
  public @Nullable String sessionKey() {
    Asked statement = asked;
    return statement == null ? null : statement.session().key();
  }

  @Override
  public @Nullable String queryKey() {
    Asked statement = asked;
    return statement == null ? null : statement.sql();
  }

  @Override
  public @Nullable Needed needed() {
    return needed;
  }

  @Override
  public Set<String> tried() {
    Told known = told;
    return known == null ? Set.of() : known.tried;
  }

  /**
   * Keeps a node from being asked again.
   *
   * @param node its name
   */
  public void failedOn(String node) {
    Told known = told();
    if (known.tried.isEmpty()) {
      known.tried = new LinkedHashSet<>();
    }
    known.tried.add(node);
  }

  /** The logical call that this statement is a part of; null where there is none. */
  @Nullable Frame call() {
    Frame around = enclosing;
    return around != null && around.call ? around : null;
  }

  /**
   * A replica has answered the statement: what follows in its call must not show less, so that it
   * is bound to that one. Of a call, {@link #connected} says so.
   */
  void answered() {
    Frame around = call();
    Node answering = used();
    if (around != null && answering != null && decision().toReplica()) {
      around.on(answering);
    }
  }

  /** The replica that has answered an earlier statement of the same call; null: none has. */
  @Nullable Node boundTo() {
    Frame around = call();
    return around == null ? null : around.used();
  }

  /** The session that the statement runs in; null before it was described. */
  @Nullable StatementLook session() {
    Asked statement = asked;
    return statement == null ? null : statement.session();
  }

  /** The number of the server it has run on, when that gave the connection. */
  long term() {
    if (!decision().toReplica()) {
      return Servers.PRIMARY;
    }
    Lease served = lease;
    return served == null ? Servers.NONE : served.term();
  }

  /** The statement runs on a connection that was taken for it, or for one around it. */
  void on(Lease taken) {
    on(taken.node());
    lease = taken;
  }

  /** The statement runs on a node: this is what the audit is told. */
  void on(Node chosen) {
    node = chosen;
    connected = true;
  }

  /** It is one more user of a connection until it {@link #letsGo}. */
  void hold(Lease taken) {
    taken.use();
    lease = taken;
    holds = true;
    node = taken.node();
  }

  /** What it has run on; null where that was the session's own connection. */
  @Nullable Lease ranOn() {
    return lease;
  }

  /** The connection that it holds; null where it holds none. */
  @Nullable Lease held() {
    return holds ? lease : null;
  }

  /** It ends: what it held, which is one user less from now on. */
  @Nullable Lease letsGo() {
    Lease last = held();
    holds = false;
    return last;
  }

  /** Whether its statement has a replica's connection that nothing else of the session uses. */
  boolean aloneOnReplica() {
    Lease own = held();
    return own != null && own.lastUser();
  }

  void decide(RouteDecision changed) {
    decision = changed;
  }

  void because(RouteReason reason) {
    decision = decision().because(reason);
  }
}
