package io.github.rwsplit.node;

import io.github.rwsplit.route.NodeRole;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * Stands before the prober of one node where instances share their looks: knows whether a look of
 * somebody else will do, and tells the others what its own have shown, where they may wait for it.
 *
 * <p>Its node's probe asks through it; {@link LookSharing} gives it the looks of others, and the
 * right to ask for all of them. Safe for use by both.
 */
final class SharedProber extends ProberAround {

  /** Whoever's pool is busy leaves it to others to ask for so long. */
  private static final long OUT_OF_THE_WAY = Duration.ofMillis(250).toNanos();

  private final Node node;
  private final LookSharing sharing;
  private final BooleanSupplier needed;
  private Runnable wakesProbe = () -> {};
  private final AtomicReference<Wait> wait = new AtomicReference<>(Wait.NONE);
  private volatile boolean mayAsk;
  private volatile long inTheWayAt;

  // the following are of the thread of LookSharing alone
  private long term;
  private long firstOfTerm = SharedLooks.NONE;
  private long seen = SharedLooks.NONE;

  /**
   * Whether this instance waits for a look.
   *
   * @param since from when on, or when a look came last that helped
   * @param latest when it was said last
   * @param pressedUntil until when a read waits for it
   */
  private record Wait(boolean waits, long since, long latest, boolean pressed, long pressedUntil) {
    static final Wait NONE = new Wait(false, 0, 0, false, 0);

    Wait goesOn(long now, long forgottenAfter) {
      boolean sameWait = waits && now - latest <= forgottenAfter;
      return new Wait(true, sameWait ? since : now, now, pressed, pressedUntil);
    }

    Wait pressed(long until) {
      return new Wait(waits, since, latest, true, until);
    }

    Wait helped(long now) {
      return new Wait(waits, now, latest, pressed, pressedUntil);
    }
  }

  /**
   * @param needed whether a look is still needed that was wanted a moment ago
   */
  SharedProber(Node node, Prober asks, LookSharing sharing, BooleanSupplier needed) {
    super(asks);
    this.node = node;
    this.sharing = sharing;
    this.needed = needed;
    this.inTheWayAt = sharing.now() - OUT_OF_THE_WAY;
  }

  /** What makes its probe take a turn. Before anything else. */
  void wakes(Runnable probe) {
    wakesProbe = probe;
  }

  Node node() {
    return node;
  }

  /**
   * Whether the server need not be asked for a look that is needed now, because one will be told.
   * False where this instance is the one to ask, and where it has waited for too long.
   */
  boolean isCovered() {
    if (!sharing.isUsable() || mayAsk) {
      return false;
    }
    long now = sharing.now();
    Wait going = wait.updateAndGet(before -> before.goesOn(now, sharing.patience()));
    if (now - going.since() > sharing.patience()) {
      return false;
    }
    sharing.wake();
    return true;
  }

  /**
   * A read waits for a look.
   *
   * @return whether that will be seen to; else its probe has to be woken
   */
  boolean press(long longest) {
    if (!sharing.isUsable()) {
      return false;
    }
    long now = sharing.now();
    wait.updateAndGet(before -> before.goesOn(now, sharing.patience()).pressed(now + longest));
    sharing.wake();
    return true;
  }

  /** Whether a look is waited for still. */
  boolean waits(long now) {
    Wait current = Objects.requireNonNull(wait.get());
    return current.waits() && now - current.latest() <= sharing.patience() && needed.getAsBoolean();
  }

  /** Whether a read waits for it. */
  boolean isPressed(long now) {
    Wait current = Objects.requireNonNull(wait.get());
    return current.pressed() && now - current.pressedUntil() < 0;
  }

  boolean isOutOfTheWay(long now) {
    return now - inTheWayAt < OUT_OF_THE_WAY;
  }

  /** Nobody else asks the server now, so this instance does. */
  void mayAsk() {
    mayAsk = true;
    wakesProbe.run();
  }

  /** A look of somebody else has helped. */
  void helped() {
    long now = sharing.now();
    wait.updateAndGet(before -> before.helped(now));
  }

  /** What to ask for, given the lowest ticket that helps. */
  SharedLooks.Wanted wanted(String server, long fromTicket, long askableAfter) {
    long from = fromTicket == SharedLooks.NONE ? fromTicket : Math.max(fromTicket, seen + 1);
    return new SharedLooks.Wanted(server, from, askableAfter);
  }

  /** A ticket was asked for in a term of the node. */
  void ticketInTerm(long ticket, long nodesTerm) {
    if (nodesTerm != term || firstOfTerm == SharedLooks.NONE) {
      term = nodesTerm;
      firstOfTerm = ticket;
    }
  }

  /** Tickets of before say nothing. */
  void forget() {
    firstOfTerm = SharedLooks.NONE;
    seen = SharedLooks.NONE;
  }

  /** The first ticket that was asked for in the node's present term. */
  long firstOfTerm() {
    return node.term() == term ? firstOfTerm : SharedLooks.NONE;
  }

  /** A replica's look came with a ticket; whether it began in the node's present term. */
  boolean isOfTerm(long ticket) {
    return firstOfTerm != SharedLooks.NONE && ticket >= firstOfTerm;
  }

  /** The term that {@link #isOfTerm} speaks of. */
  long term() {
    return term;
  }

  void seen(long ticket) {
    seen = Math.max(seen, ticket);
  }

  @Override
  public Answer ask() throws SQLException {
    LookSharing.Given before = sharing.lastGiven();
    boolean wanted = mayAsk || wait.getAndSet(Wait.NONE).waits();
    mayAsk = false;
    Answer answer = inner().ask();
    GtidSet told = node.role() == NodeRole.PRIMARY ? answer.shown() : answer.executed();
    if (wanted && before != null && told != null && answer.serverUuid() != null) {
      sharing.tell(
          before,
          new SharedLooks.Seen(
              answer.serverUuid(), before.ticket(), answer.writable(), told.toString()));
    }
    return answer;
  }

  @Override
  public boolean isInTheWay() {
    boolean inTheWay = super.isInTheWay();
    if (inTheWay) {
      inTheWayAt = sharing.now();
      mayAsk = false;
    }
    return inTheWay;
  }

  @Override
  public void close() {
    sharing.left(this);
    super.close();
  }
}
