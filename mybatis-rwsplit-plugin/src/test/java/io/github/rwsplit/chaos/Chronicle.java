package io.github.rwsplit.chaos;

import java.io.PrintWriter;
import java.io.Serializable;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** What callers saw of one fault, from the first call to the last. Safe for use by many threads. */
final class Chronicle implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The shares of servers are looked at over so long. */
  static final long WINDOW = TimeUnit.SECONDS.toNanos(1);

  /** So much of its former share a server must have to count as recovered. */
  private static final double AS_BEFORE = 0.8;

  private static final int FEWEST_READS = 20;

  /** Points in time. */
  enum Mark {
    BEGIN,
    FAULT,
    HEALED,
    END
  }

  private final List<Call> calls = Collections.synchronizedList(new ArrayList<>());
  private final List<String> violations = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, String> samples = new ConcurrentHashMap<>();
  private final Map<Mark, Long> marks = Collections.synchronizedMap(new EnumMap<>(Mark.class));
  private final Ledger ledger = new Ledger();

  void add(Call call) {
    calls.add(call);
  }

  /** Keeps the first failure of each kind whole. */
  void failed(Kind kind, String why, Throwable failure) {
    samples.computeIfAbsent(
        why,
        ignored -> {
          StringWriter text = new StringWriter();
          failure.printStackTrace(new PrintWriter(text));
          return kind + ": " + text;
        });
  }

  /** The first failure of that kind, with all that it says. */
  String sample(String why) {
    return String.valueOf(samples.get(why));
  }

  void violated(String what) {
    violations.add(what);
  }

  void mark(Mark mark) {
    marks.put(mark, System.nanoTime());
  }

  Ledger ledger() {
    return ledger;
  }

  List<String> violations() {
    return List.copyOf(violations);
  }

  long at(Mark mark) {
    return Objects.requireNonNull(marks.get(mark), mark::name);
  }

  List<Call> calls() {
    synchronized (calls) {
      return List.copyOf(calls);
    }
  }

  /** How many calls failed, by kind. */
  Map<String, Long> failures() {
    Map<String, Long> found = new TreeMap<>();
    for (Call call : calls()) {
      String failure = call.failure();
      if (failure != null) {
        found.merge(failure, 1L, Long::sum);
      }
    }
    return found;
  }

  /** The reads that servers answered between two times, by server. */
  Map<String, Long> served(Predicate<Kind> which, long from, long to) {
    Map<String, Long> found = new HashMap<>();
    for (Call call : calls()) {
      String server = call.server();
      if (server != null
          && which.test(call.kind())
          && call.ended() - from >= 0
          && call.ended() - to < 0) {
        found.merge(server, 1L, Long::sum);
      }
    }
    return found;
  }

  /** The longest time without a call that succeeded, from the fault on. */
  long longestGap(Predicate<Kind> which) {
    long last = at(Mark.BEGIN);
    long longest = 0;
    List<Call> sorted = new ArrayList<>(calls());
    long end = at(Mark.END);
    sorted.sort((a, b) -> Long.signum(a.ended() - b.ended()));
    for (Call call : sorted) {
      if (call.succeeded() && which.test(call.kind())) {
        longest = longer(longest, last, call.ended());
        last = call.ended();
      }
    }
    return longer(longest, last, end);
  }

  private long longer(long longest, long from, long to) {
    return to - at(Mark.FAULT) < 0 ? longest : Math.max(longest, to - from);
  }

  /**
   * How long after the healing servers began to serve as they did before the fault.
   *
   * @param before the servers by role as the fault found them
   * @param after those that have the same roles now
   * @return nanoseconds; negative where they have not yet
   */
  long recovery(List<String> before, List<String> after, long now) {
    Map<String, Long> was = served(Kind::isSpread, at(Mark.BEGIN), at(Mark.FAULT));
    List<Call> reads = new ArrayList<>(calls());
    reads.removeIf(call -> call.server() == null || !call.kind().isSpread());
    reads.sort((a, b) -> Long.signum(a.ended() - b.ended()));
    long healed = at(Mark.HEALED);
    long step = WINDOW / 10;
    for (long from = healed; now - (from + WINDOW) >= 0; from += step) {
      Map<String, Long> is = new HashMap<>();
      for (Call call : reads) {
        if (call.ended() - from >= 0 && call.ended() - (from + WINDOW) < 0) {
          is.merge(Objects.requireNonNull(call.server()), 1L, Long::sum);
        }
      }
      if (total(is) >= FEWEST_READS && asBefore(was, before, is, after)) {
        return from - healed;
      }
    }
    return -1;
  }

  private static boolean asBefore(
      Map<String, Long> was, List<String> before, Map<String, Long> is, List<String> after) {
    for (int i = 0; i < before.size(); i++) {
      if (share(is, after.get(i)) < AS_BEFORE * share(was, before.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static long total(Map<String, Long> served) {
    return served.values().stream().mapToLong(Long::longValue).sum();
  }

  static double share(Map<String, Long> served, String server) {
    long all = total(served);
    return all == 0 ? 0 : (double) served.getOrDefault(server, 0L) / all;
  }
}
