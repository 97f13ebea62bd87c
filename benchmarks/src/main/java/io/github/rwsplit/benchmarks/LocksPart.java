package io.github.rwsplit.benchmarks;

import io.github.rwsplit.benchmarks.Allocations.Share;
import io.github.rwsplit.benchmarks.Waits.Wait;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.stream.Collectors;

/** Whether readers wait for one another, pin their carriers, and what they allocate. */
final class LocksPart implements Part {

  private static final int THREADS = 8;
  private static final int VIRTUAL_THREADS_SINCE = 21;
  private static final int MOST_SHARES = 20;

  /**
   * What was read, and the waits of those who read.
   *
   * @param reads how many
   */
  record Watched(
      Contestant contestant, Scenario scenario, boolean virtual, long reads, List<Wait> all) {

    /** The one that was made on purpose. */
    boolean recorderSees() {
      return all.stream().anyMatch(Watched::madeOnPurpose);
    }

    List<Wait> waits() {
      return all.stream().filter(wait -> !madeOnPurpose(wait) && !wait.isPinning()).toList();
    }

    /** Those for a lock that the library's own code, or the JDK on its behalf, waited in. */
    List<Wait> own() {
      return waits().stream()
          .filter(wait -> wait.isForLock() && Waits.isLibrary(wait.site()))
          .filter(wait -> !wait.whileWaitingForReplica())
          .toList();
    }

    /** The same of reads that waited for a replica anyway. */
    List<Wait> ownWhileWaiting() {
      return waits().stream()
          .filter(wait -> wait.isForLock() && wait.whileWaitingForReplica())
          .toList();
    }

    List<Wait> pinned() {
      return all.stream().filter(wait -> wait.isPinning() && wait.throughLibrary()).toList();
    }

    private static boolean madeOnPurpose(Wait wait) {
      return wait.site().startsWith(Waits.Queue.class.getName())
          || wait.site().startsWith(Pinning.class.getName());
    }
  }

  static Watched watch(Contestant contestant, Scenario scenario, boolean virtual, int times)
      throws Exception {
    Cell cell = Cell.of(contestant, Database.STUB).in(scenario).withSessions(100);
    ExecutorService on = virtual ? Readers.virtualThreads() : Readers.threads();
    try (Reads reads = new Reads(cell)) {
      return new Watched(
          contestant,
          scenario,
          virtual,
          (long) THREADS * times,
          Waits.of(on, virtual, THREADS, times, reads::read));
    } finally {
      on.shutdownNow();
    }
  }

  static boolean hasVirtualThreads() {
    return Runtime.version().feature() >= VIRTUAL_THREADS_SINCE;
  }

  @Override
  public String run(boolean quick) throws Exception {
    int times = quick ? 1_000 : 100_000;
    StringBuilder text = new StringBuilder();
    text.append(
        """
        What %d threads waited for while they read on the stub driver, as the JVM's recorder saw it, from 0 ns on:

        | | threads | reads | waits | of them for locks of the library | and by reads that wait for a replica | where | pinned |
        |---|---|---|---|---|---|---|---|
        """
            .formatted(THREADS));
    text.append(line(watch(Contestant.PLAIN, Scenario.SINGLE, false, times)));
    for (Contestant contestant : List.of(Contestant.RWSPLIT, Contestant.RWSPLIT_AUDIT)) {
      text.append(line(watch(contestant, Scenario.SINGLE, false, times)));
    }
    text.append(line(watch(Contestant.RWSPLIT, Scenario.SESSION, false, times)));
    if (hasVirtualThreads()) {
      text.append(line(watch(Contestant.RWSPLIT, Scenario.SINGLE, true, times)));
      text.append(line(watch(Contestant.RWSPLIT, Scenario.SESSION, true, times)));
    }
    text.append(allocations(quick ? 40_000 : 1_000_000));
    return text.toString();
  }

  private static String line(Watched watched) {
    if (!watched.recorderSees()) {
      throw new IllegalStateException(
          "the recorder must see the wait that is made on purpose, but saw " + watched.all());
    }
    return String.format(
        Locale.ROOT,
        "| %s, %s | %s | %,d | %,d | %,d | %,d | %s | %s |%n",
        watched.contestant().label(),
        watched.scenario().label(),
        watched.virtual() ? "virtual" : "of the system",
        watched.reads(),
        watched.waits().size(),
        watched.own().size(),
        watched.ownWhileWaiting().size(),
        sites(watched.waits()),
        watched.virtual() ? Integer.toString(watched.pinned().size()) : "");
  }

  private static String sites(List<Wait> waits) {
    Map<String, Long> counts =
        waits.stream()
            .collect(
                Collectors.groupingBy(
                    wait -> wait.site().replaceAll("^.*\\.(\\w+\\.\\w+)$", "$1"),
                    TreeMap::new,
                    Collectors.counting()));
    return counts.entrySet().stream()
        .map(entry -> "`" + entry.getKey() + "` " + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String allocations(int times) throws Exception {
    try (Reads reads = new Reads(Cell.of(Contestant.RWSPLIT, Database.STUB))) {
      Allocations.perRead(reads::read, times / 2);
      double bytes = Allocations.perRead(reads::read, times / 2);
      StringBuilder text =
          new StringBuilder(
              String.format(
                  Locale.ROOT,
                  """

                  What the library's own methods allocate of the %,.0f bytes of a read, from samples:

                  | object | made by | bytes of a read |
                  |---|---|---|
                  """,
                  bytes));
      List<Share> shares = Allocations.profile(reads::read, times);
      shares.stream()
          .limit(MOST_SHARES)
          .forEach(
              share ->
                  text.append(
                      String.format(
                          Locale.ROOT,
                          "| `%s` | `%s` | %.0f |%n",
                          shortened(share.type()),
                          shortened(share.by()),
                          share.share() * bytes)));
      text.append(
          String.format(
              Locale.ROOT,
              "| all | | %.0f |%n",
              shares.stream().mapToDouble(Share::share).sum() * bytes));
      return text.toString();
    }
  }

  /** Without the packages. */
  private static String shortened(String name) {
    return name.replaceAll("(?<![\\w$])([a-z]\\w*\\.)+", "");
  }
}
