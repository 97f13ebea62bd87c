package io.github.rwsplit.node;

import io.github.rwsplit.node.ReplicaReport.Finding;
import io.github.rwsplit.node.ReplicaReport.Verdict;
import io.github.rwsplit.node.Standing.Source;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the four questions of {@link ReplicaReport} about one replica from what it says of
 * itself, and says once whenever an answer changes. Used by one thread.
 *
 * <p>A replica of a replica is one of ours as well, and {@code Source_UUID} does not tell whose it
 * is. Its executed set does: what it has from its source must be on the primary when that is looked
 * at later, and what the primary commits must arrive.
 */
final class Checkup {

  private static final Logger log = LoggerFactory.getLogger(Checkup.class);

  /** Whoever has got nothing of the primary's for so long, and lacks some, gets nothing from it. */
  private static final long GETS_NOTHING_AFTER = Duration.ofSeconds(5).toNanos();

  private final Node node;
  private final Node primary;
  private final GtidClock clock;
  private @Nullable Standing last;
  private @Nullable String refusal;
  private @Nullable String said;
  private @Nullable Stranger stranger;
  private int troubles;
  private boolean troubleSaid;

  /**
   * A source that is not the primary.
   *
   * @param since when it was seen first
   * @param had how many of the primary's own transactions the replica had then
   * @param at when the replica was asked last
   * @param executed what it had at that time
   * @param foreign whether it was found not to lead to the primary
   */
  private record Stranger(
      String uuid, long since, long had, long at, GtidSet executed, boolean foreign) {}

  Checkup(Node node, Node primary, GtidClock clock) {
    this.node = node;
    this.primary = primary;
    this.clock = clock;
  }

  /**
   * It has answered.
   *
   * @return why it must not be used, and what to do; null: it may be
   */
  @Nullable String refusal(Answer answer) {
    if (answer.standing() instanceof Standing.OfReplica told && told != last) {
      last = told;
      judge(told, answer.executed());
    }
    return refusal;
  }

  private void judge(Standing.OfReplica told, @Nullable GtidSet executed) {
    List<Source> sources = told.sources();
    Finding ours =
        sources == null ? Finding.unknown(told.hidden()) : ofOurs(told, sources, executed);
    Finding receives = sources == null ? Finding.unknown(told.hidden()) : receives(sources);
    ReplicaReport report = new ReplicaReport(ours, receives, applied(sources), told.writing());
    node.report(report);
    refusal = refusal(told, report);
    say(report);
    if (sources != null) {
      sayTrouble(sources);
    }
  }

  // ---------------------------------------------------------------- is it a replica of ours

  private Finding ofOurs(
      Standing.OfReplica told, List<Source> sources, @Nullable GtidSet executed) {
    if (sources.isEmpty()) {
      return told.sharesStorage()
          ? Finding.unknown("it has no source, but reads files that another server writes")
          : Finding.no("it replicates from nobody");
    }
    String uuid = primary.serverUuid();
    if (uuid == null) {
      return Finding.unknown("the primary has not said its server_uuid yet");
    }
    for (Source source : sources) {
      if (source.uuid().equalsIgnoreCase(uuid)) {
        return Finding.yes("it replicates from the primary");
      }
    }
    Source first = sources.get(0);
    if (first.isItself()) {
      return Finding.no("it is set to replicate from itself (%s)".formatted(first.address()));
    }
    return first.uuid().isEmpty()
        ? Finding.unknown("its source %s has not answered it yet".formatted(first.address()))
        : ofStranger(first, told.askedAt(), uuid, executed);
  }

  /**
   * @param executed what the replica had before {@code now}
   */
  private Finding ofStranger(
      Source source, long now, String primaryUuid, @Nullable GtidSet executed) {
    String from = "it replicates from %s (%s)".formatted(source.address(), source.uuid());
    Look newest = clock.newest();
    Answer ofPrimary = primary.lastAnswer();
    boolean certain = ofPrimary != null && ofPrimary.writable() && primary.state() == NodeState.UP;
    if (executed == null || newest == null || !certain) {
      Stranger judged = stranger;
      return judged != null && judged.uuid().equals(source.uuid()) && judged.foreign()
          ? Finding.no(from + ", which was seen to lead to another primary")
          : Finding.unknown(from + ", and nothing shows whether that leads to the primary now");
    }
    Stranger before = stranger;
    if (before != null && !before.uuid().equals(source.uuid())) {
      before = null;
    }
    long since = before == null ? now : before.since();
    long had = before == null ? executed.countOf(primaryUuid) : before.had();
    Finding finding;
    if (before != null
        && newest.time() - before.at() > 0
        && before.executed().hasMoreOf(source.uuid(), newest.executed())) {
      finding = Finding.no(from + ", and has transactions of that server which the primary lacks");
    } else if (executed.contains(newest.executed()) || executed.countOf(primaryUuid) > had) {
      finding = Finding.yes(from + ", and gets what the primary commits");
    } else if (now - since < GETS_NOTHING_AFTER) {
      finding = Finding.unknown(from + ", and nothing shows yet whether that leads to the primary");
    } else {
      finding = Finding.no(from + ", and gets nothing of what the primary commits");
    }
    boolean foreign = finding.verdict() == Verdict.NO;
    stranger = new Stranger(source.uuid(), since, had, now, executed, foreign);
    return finding;
  }

  // ---------------------------------------------------------------- receives, applied

  private static Finding receives(List<Source> sources) {
    if (sources.isEmpty()) {
      return Finding.no("it replicates from nobody");
    }
    for (Source source : sources) {
      if (!source.receives()) {
        return Finding.no(receiverOf(source));
      }
    }
    return Finding.yes("its receiver is connected");
  }

  private static String receiverOf(Source source) {
    return "%s%s"
        .formatted(
            source.receiver().equals("No")
                ? "its receiver is stopped"
                : "its receiver cannot connect to " + source.address(),
            source.receiverError().isEmpty() ? "" : ": " + source.receiverError());
  }

  private Finding applied(@Nullable List<Source> sources) {
    String applier = sources == null ? "" : stoppedApplier(sources);
    Lag lag = node.lag();
    Long behind = lag.behind();
    if (lag.seenAt() == null) {
      return Finding.unknown("nothing tells how old its data are" + applier);
    }
    if (behind == null) {
      return Finding.no("how old its data are is not known" + applier);
    }
    long limit = node.patience();
    return behind <= limit
        ? Finding.yes("its data are younger than %d ms%s".formatted(millis(limit), applier))
        : Finding.no("its data are older than %d ms%s".formatted(millis(limit), applier));
  }

  private static String stoppedApplier(List<Source> sources) {
    return sources.stream()
        .filter(source -> !source.applies())
        .map(source -> "; " + applierOf(source))
        .findFirst()
        .orElse("");
  }

  private static String applierOf(Source source) {
    return "its applier is stopped"
        + (source.applierError().isEmpty() ? "" : ": " + source.applierError());
  }

  private static long millis(long nanos) {
    return Duration.ofNanos(nanos).toMillis();
  }

  // ---------------------------------------------------------------- what follows from it

  private @Nullable String refusal(Standing.OfReplica told, ReplicaReport report) {
    if (report.ofOurPrimary().verdict() == Verdict.NO) {
      return "is no replica of %s: %s. Let it replicate from the primary, or let rwsplit.replicas.%s point at another server"
          .formatted(primary, report.ofOurPrimary().because(), node.name());
    }
    if (!told.guarded() && report.writable().verdict() == Verdict.YES) {
      return "accepts writes: %s, and the sessions of its pool are not read-only. Run SET PERSIST super_read_only = ON on it, or let its pool run SET SESSION TRANSACTION READ ONLY on each new connection"
          .formatted(report.writable().because());
    }
    return null;
  }

  private void say(ReplicaReport report) {
    // without what changes by itself: numbers, and errors that count their attempts
    String key =
        report.ofOurPrimary() + "|" + report.receives().verdict() + "|" + report.writable();
    if (!key.equals(said)) {
      said = key;
      log.info(
          "{}: is it a replica of the primary? {}. Does it receive? {}. Could this account write"
              + " there? {}",
          node,
          report.ofOurPrimary(),
          report.receives(),
          report.writable());
    }
  }

  private void sayTrouble(List<Source> sources) {
    String trouble =
        sources.stream()
            .filter(source -> !source.receives() || !source.applies())
            .map(source -> source.receives() ? applierOf(source) : receiverOf(source))
            .collect(Collectors.joining("; "));
    troubles = trouble.isEmpty() ? 0 : troubles + 1;
    // once may be a restart
    if (troubles == 2 && !troubleSaid) {
      troubleSaid = true;
      log.warn(
          "{} does not keep up: {}. It serves while nothing is missing; see SHOW REPLICA STATUS on"
              + " it",
          node,
          trouble);
    } else if (trouble.isEmpty() && troubleSaid) {
      troubleSaid = false;
      log.info("{}: its receiver and its applier run again", node);
    }
  }
}
