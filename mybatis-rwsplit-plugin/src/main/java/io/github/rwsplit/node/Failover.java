package io.github.rwsplit.node;

import io.github.rwsplit.session.Position;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves writes to the server that somebody has promoted. It promotes nothing itself, and fences
 * nothing: it goes by what it sees of the servers, and where that is not clear it stops writing.
 *
 * <pre>
 * the primary takes writes, no other does      write there
 * the primary and another one take writes      stop; it is over when the other one is seen
 *                                              read-only, or the primary is
 * the primary does not; several others do      stop, until only one does
 * the primary does not; exactly one other does and has all that the primary was known to have:
 *                                              after the time of confirmation move there, for good
 * the same, but it lacks something             stop, unless loss is accepted
 * </pre>
 *
 * <p>Servers are told apart by {@code server_uuid}. What the primary had is the set that it told
 * last, up to the first answer in which it was read-only, and every commit that this application
 * was told of since. The conclusions are drawn on the thread of the primary's probe, before its
 * answer counts; other threads only note what they see.
 */
final class Failover {

  private static final Logger log = LoggerFactory.getLogger(Failover.class);

  private static final long LOOK_WITHIN = Duration.ofSeconds(1).toNanos();

  /** Asks a server that is to be the primary, on the connections that writes would use. */
  @FunctionalInterface
  interface Verification {
    Answer ask(PrimaryPools pools) throws SQLException;
  }

  /**
   * What was seen last of a node.
   *
   * @param at when it was seen
   * @param reachable whether it answered the last question
   */
  private record Sight(Node node, Answer answer, long at, boolean reachable) {

    @Nullable String uuid() {
      return answer.serverUuid();
    }

    boolean takesWrites() {
      return reachable && answer.writable() && answer.serverUuid() != null;
    }

    Sight lost() {
      return new Sight(node, answer, at, false);
    }

    @Override
    public String toString() {
      return "%s with server_uuid %s".formatted(node, uuid());
    }
  }

  private final PrimaryDataSource owned;
  private final FailoverSettings settings;
  private final Node primary;
  private final GtidClock clock;
  private final Function<String, @Nullable String> urls;
  private final LongSupplier nanoTime;
  private final Runnable wakePrimary;
  private final Verification verification;
  private final Map<Node, Sight> seen = new ConcurrentHashMap<>();
  private final AtomicReference<@Nullable Position> committed = new AtomicReference<>();

  /** The {@code server_uuid} that a node had when it was found to have nothing of its own. */
  private final Map<Node, String> compared = new ConcurrentHashMap<>();

  private volatile boolean moved;

  // what follows belongs to the thread of the primary's probe
  private @Nullable String primaryUuid;
  private @Nullable GtidSet had;
  private boolean tookWrites;
  private @Nullable Sight rival;
  private @Nullable String candidate;
  private long candidateSince;
  private @Nullable Long doubtedAt;
  private @Nullable String said;
  private boolean aborted;

  /**
   * @param urls the URLs of replicas by name; null for those that were given as DataSources
   * @param wakePrimary makes the primary's probe ask at once
   */
  Failover(
      PrimaryDataSource owned,
      Node primary,
      GtidClock clock,
      Function<String, @Nullable String> urls,
      LongSupplier nanoTime,
      Runnable wakePrimary,
      Verification verification) {
    this.owned = owned;
    this.settings = owned.settings().failover();
    this.primary = primary;
    this.clock = clock;
    this.urls = urls;
    this.nanoTime = nanoTime;
    this.wakePrimary = wakePrimary;
    this.verification = verification;
  }

  Prober watch(Node node, Prober prober) {
    return node == primary ? new OfPrimary(prober) : new OfReplica(node, prober);
  }

  /** The primary has told the position of a commit. */
  void committed(Position position) {
    committed.accumulateAndGet(
        position, (before, more) -> before == null || more == null ? more : before.max(more));
  }

  /** Notes what a replica says. */
  private final class OfReplica extends ProberAround {

    private final Node node;

    OfReplica(Node node, Prober prober) {
      super(prober);
      this.node = node;
    }

    @Override
    public Answer ask() throws SQLException {
      Answer answer;
      try {
        answer = inner().ask();
      } catch (SQLException | RuntimeException e) {
        seen.computeIfPresent(node, (same, sight) -> sight.lost());
        throw e;
      }
      seen.put(node, new Sight(node, answer, nanoTime.getAsLong(), true));
      if (moved
          && (answer.writable() || !Objects.equals(compared.get(node), answer.serverUuid()))) {
        compare(node, answer);
      }
      return answer;
    }

    @Override
    public void close() {
      seen.remove(node);
      compared.remove(node);
      super.close();
    }
  }

  /**
   * After a move a server may have what the new primary never had: it would answer with rows that
   * nobody else has. It serves when a later look at the primary shows everything that it has.
   */
  private void compare(Node node, Answer answer) throws SQLException {
    GtidSet executed = answer.executed();
    String uuid = answer.serverUuid();
    if (executed == null || uuid == null) {
      return;
    }
    long now = nanoTime.getAsLong();
    try {
      wakePrimary.run();
      clock.awaitLookAfter(now, LOOK_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Look look = clock.newest();
    if (look == null || look.time() - now <= 0) {
      throw new SQLException("it could not be compared with the new primary yet", "08006");
    }
    GtidSet errant = executed.without(look.executed());
    if (!errant.isEmpty()) {
      throw new SQLException(
          "it has transactions that the new primary does not have (%s); make it anew from a copy of"
                  .formatted(errant)
              + " the primary",
          "08006");
    }
    compared.put(node, uuid);
  }

  /** Draws the conclusions. */
  private final class OfPrimary extends ProberAround {

    OfPrimary(Prober prober) {
      super(prober);
    }

    @Override
    public Answer ask() throws SQLException {
      // who takes writes is known from before the question, so that "both at once" is no mistake
      List<Sight> before = List.copyOf(seen.values());
      Answer answer;
      try {
        answer = inner().ask();
      } catch (SQLException | RuntimeException e) {
        if (without(null)) {
          return inner().ask();
        }
        throw e;
      }
      note(answer);
      if (answer.writable()) {
        whileItTakesWrites(answer, before);
        return answer;
      }
      return without(answer) ? inner().ask() : answer;
    }
  }

  private void note(Answer answer) {
    if (!Objects.equals(primaryUuid, answer.serverUuid())) {
      primaryUuid = answer.serverUuid();
      had = null;
    }
    // what comes later was replicated from elsewhere
    if (answer.writable() || tookWrites || had == null) {
      had = answer.executed();
    }
    tookWrites = answer.writable();
  }

  private List<Sight> others(Collection<Sight> sights) {
    return sights.stream()
        .filter(sight -> sight.takesWrites() && !Objects.equals(sight.uuid(), primaryUuid))
        .toList();
  }

  private void whileItTakesWrites(Answer answer, List<Sight> before) {
    candidate = null;
    List<Sight> both = others(before);
    if (!both.isEmpty()) {
      rival = both.get(0);
      stop(
          "%s with server_uuid %s and %s both take writes, and nothing tells which of them is the primary; make one of them read-only: SET PERSIST super_read_only = ON"
              .formatted(primary, answer.serverUuid(), rival),
          true);
    } else if (rivalIsOver()) {
      goOn();
    }
  }

  /** Whoever was seen taking writes is taken to do so until it says otherwise. */
  private boolean rivalIsOver() {
    Sight before = rival;
    if (before == null) {
      return true;
    }
    Sight now = seen.get(before.node());
    boolean over = now == null || (now.reachable() && !now.takesWrites()) || isPrimaryItself(now);
    if (over) {
      rival = null;
    }
    return over;
  }

  private boolean isPrimaryItself(Sight sight) {
    return sight.reachable() && Objects.equals(sight.uuid(), primaryUuid);
  }

  private void goOn() {
    said = null;
    aborted = false;
    if (owned.isStopped()) {
      owned.resume();
      log.info("{} is the only server that takes writes again: writes go on", primary);
    }
  }

  private void stop(String why, boolean abort) {
    owned.stop("writes are stopped: " + why);
    sayOnce("Writes are stopped: " + why);
    if (abort && !aborted) {
      aborted = true;
      owned.abortOpen();
    }
  }

  private void sayOnce(String what) {
    if (!what.equals(said)) {
      said = what;
      log.error("{}", what);
    }
  }

  /**
   * The primary takes no writes.
   *
   * @param answer what it said; null where it does not answer
   * @return whether another server is the primary from now on
   */
  private boolean without(@Nullable Answer answer) {
    if (answer != null) {
      // whoever was its rival is so no more
      rival = null;
    } else if (!rivalIsOver()) {
      candidate = null;
      return false;
    }
    List<Sight> promoted = others(seen.values());
    if (promoted.size() == 1) {
      return follow(promoted.get(0), answer != null);
    }
    candidate = null;
    if (promoted.isEmpty()) {
      owned.resume();
      said = null;
      aborted = false;
    } else {
      stop(
          "%s takes no writes, and both %s and %s do; make one of them read-only: SET PERSIST super_read_only = ON"
              .formatted(primary, promoted.get(0), promoted.get(1)),
          false);
    }
    return false;
  }

  private boolean follow(Sight sight, boolean primaryAnswers) {
    long now = nanoTime.getAsLong();
    if (!Objects.equals(candidate, sight.uuid())) {
      candidate = sight.uuid();
      candidateSince = now;
      doubtedAt = null;
      log.info(
          "{} takes writes while {} does not; writes move there if that stays so for {} ms",
          sight,
          primary,
          settings.confirm().toMillis());
    }
    String lack = settings.acceptLoss() ? null : lack(sight.answer());
    if (lack != null) {
      candidateSince = now;
      if (doubtedAt == null || sight.at() - doubtedAt <= 0) {
        // what the primary said last may be younger than what this one did
        doubtedAt = sight.at();
        return false;
      }
      String why =
          "%s takes writes while %s does not, but %s; let it catch up and promote it again, promote another one, or set rwsplit.failover.accept-loss"
              .formatted(sight, primary, lack);
      if (primaryAnswers) {
        sayOnce("Writes do not move: " + why);
      } else {
        stop(why, false);
      }
      return false;
    }
    doubtedAt = null;
    return now - candidateSince >= settings.confirm().toNanos() && move(sight);
  }

  /** What keeps a server from taking the primary's place without loss; null: nothing. */
  private @Nullable String lack(Answer answer) {
    GtidSet needed = needed();
    GtidSet executed = answer.executed();
    if (needed == null) {
      return "nobody knows what the primary had, because it has told no GTIDs since the start";
    }
    if (executed == null) {
      return "it tells no GTIDs, so nobody knows what it has";
    }
    GtidSet missing = needed.without(executed);
    return missing.isEmpty() ? null : "it lacks transactions that the primary had: " + missing;
  }

  private @Nullable GtidSet needed() {
    GtidSet told = had;
    Position heard = committed.get();
    if (told == null || heard == null) {
      return told;
    }
    Look last = new Look(0, told, true);
    return told.union(GtidSet.upTo(heard, last, 0));
  }

  private boolean move(Sight sight) {
    String name = sight.node().name();
    String url = urls.apply(name);
    if (url == null) {
      sayOnce(
          "Writes do not move: %s takes writes, but it was given as a DataSource, which reads only; give rwsplit.replicas.%s.url in its place"
              .formatted(sight, name));
      return false;
    }
    PrimaryPools pools = null;
    try {
      pools = PrimaryPools.of(owned.settings(), url);
      Answer now = verification.ask(pools);
      String lack = settings.acceptLoss() ? null : lack(now);
      if (!now.writable() || !Objects.equals(now.serverUuid(), sight.uuid()) || lack != null) {
        throw new SQLException(
            lack != null
                ? lack
                : "it is the server %s, which takes %s writes"
                    .formatted(now.serverUuid(), now.writable() ? "" : "no")
                    .replace("  ", " "),
            "08006");
      }
      moveTo(sight, now, pools);
      return true;
    } catch (SQLException | RuntimeException e) {
      if (pools != null) {
        pools.close();
      }
      candidateSince = nanoTime.getAsLong();
      sayOnce(
          "Writes do not move: %s takes writes, but the account of the primary finds it otherwise: %s"
              .formatted(sight, Node.said(e)));
      return false;
    }
  }

  private void moveTo(Sight sight, Answer now, PrimaryPools pools) {
    String before = primary.toString();
    String lost = lack(now);
    moved = true;
    compared.clear();
    committed.set(null);
    owned.moveTo(pools, sight.node().name());
    primaryUuid = now.serverUuid();
    had = now.executed();
    tookWrites = true;
    candidate = null;
    said = null;
    aborted = false;
    log.warn(
        "Writes go to {} from now on, in place of {}{}. Restarts go by the configuration: change"
            + " rwsplit.primary.url",
        sight,
        before,
        lost == null ? "" : "; by rwsplit.failover.accept-loss, though " + lost);
  }
}
