package io.github.rwsplit.histories;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What one program did and saw. Times are those of one clock that only grows; {@link
 * Long#MAX_VALUE} is never. Safe for use by many threads.
 */
final class History {

  /** The place behind the cells, which holds the notes. */
  static final int NOTES = Program.CELLS;

  private static final long ORIGIN = System.nanoTime();

  /** What became of a write. */
  enum Outcome {
    /** The caller was told that it is committed. */
    ACKNOWLEDGED,
    /** It was rolled back, or refused. */
    UNDONE,
    /** Nobody told: the connection was lost, or a batch was never sent. */
    UNKNOWN
  }

  /** A write of one mark, which nobody else writes. */
  static final class Write {
    final int mark;
    final int place;
    final @Nullable String session;
    final String what;
    final long begun;
    volatile Outcome outcome = Outcome.UNKNOWN;
    volatile long acknowledged = Long.MAX_VALUE;
    volatile long key;

    /** Whether a second-level cache may show it although it was undone. */
    volatile boolean cachesMayShow;

    Write(int mark, int place, @Nullable String session, String what, long begun) {
      this.mark = mark;
      this.place = place;
      this.session = session;
      this.what = what;
      this.begun = begun;
    }

    Write acknowledgedAt(long time) {
      acknowledged = time;
      outcome = Outcome.ACKNOWLEDGED;
      return this;
    }

    /** If it is there in the end, then from now on. */
    void doneIfAtAll(long time) {
      acknowledged = time;
    }

    Write undone() {
      outcome = Outcome.UNDONE;
      return this;
    }

    @Override
    public String toString() {
      return "%d: %s (place %d), session %s, begun %s, %s%s"
          .formatted(
              mark,
              what,
              place,
              session,
              micros(begun),
              outcome,
              outcome == Outcome.ACKNOWLEDGED ? " at " + micros(acknowledged) : "");
    }
  }

  /** What a token stands for: what its session and other tokens had known when it was taken. */
  record Token(long taken, @Nullable String session, List<Token> within, String text) {

    @Override
    public String toString() {
      return "token of " + session + " at " + micros(taken);
    }
  }

  /** Which promise holds for a read. */
  enum Promise {
    STRONG,
    SESSION,
    EVENTUAL,
    /** A second-level cache may have answered with something old. */
    SOMETHING_COMMITTED
  }

  /**
   * One read.
   *
   * @param place what was read
   * @param promise what holds for it
   * @param session whose it is
   * @param tokens what it was given
   * @param marks what was seen, in that order
   * @param own what its transaction had written there itself, and has to be seen
   * @param live the same with what a local cache need not know of
   * @param since what was acknowledged before that time has to be seen: the time at which it began,
   *     or its snapshot was made, or what a local cache may answer was read
   * @param asked when it was really asked: later than {@code begun} never, earlier where a local
   *     cache may have answered
   * @param ended when it had its answer
   * @param server the name of the server that gave the rows; null without rows
   * @param primaryBecause why only the primary may have given them; null where a replica may
   * @param scope the SqlSession of a Spring scope; 0 without one
   * @param binds whether later reads of its own scope may not go back behind it
   * @param total what a pager counted; -1 without one
   */
  record Read(
      int place,
      Promise promise,
      @Nullable String session,
      List<Token> tokens,
      List<Integer> marks,
      Set<Integer> own,
      Set<Integer> live,
      long since,
      long asked,
      long ended,
      @Nullable String server,
      @Nullable String primaryBecause,
      int scope,
      boolean binds,
      long total,
      String what) {

    boolean onPrimary() {
      return "primary".equals(server);
    }

    @Override
    public String toString() {
      return "%s on %s (place %d), %s, session %s %s, saw %s, own %s of %s, since %s, asked %s, ended %s, scope %d"
          .formatted(
              what,
              server,
              place,
              promise,
              session,
              tokens,
              marks,
              own,
              live,
              micros(since),
              micros(asked),
              micros(ended),
              scope);
    }
  }

  private final AtomicInteger marks = new AtomicInteger();
  private final AtomicInteger scopes = new AtomicInteger();
  private final List<Write> writes = Collections.synchronizedList(new ArrayList<>());
  private final List<Read> reads = Collections.synchronizedList(new ArrayList<>());
  private final List<String> errors = Collections.synchronizedList(new ArrayList<>());
  final long number;
  private volatile long begun;
  volatile long ended = Long.MAX_VALUE;

  History(long number) {
    this.number = number;
  }

  static long now() {
    return System.nanoTime() - ORIGIN;
  }

  private static String micros(long time) {
    return time / 1_000 + " us";
  }

  void begins() {
    begun = now();
  }

  long begun() {
    return begun;
  }

  int nextScope() {
    return scopes.incrementAndGet();
  }

  Write begin(int place, @Nullable String session, String what) {
    Write write = new Write(marks.incrementAndGet(), place, session, what, now());
    writes.add(write);
    return write;
  }

  void add(Read read) {
    reads.add(read);
  }

  void add(Write write) {
    writes.add(write);
  }

  void failed(String what, Throwable error) {
    Throwable root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = String.valueOf(root.getMessage()).lines().findFirst().orElse("");
    errors.add(what + ": " + root.getClass().getSimpleName() + ": " + message);
  }

  /** Where a connection was lost, the server may have done it a while after that. */
  void forgetWhenUnknownWritesWereDone() {
    writes().stream()
        .filter(write -> write.outcome == Outcome.UNKNOWN)
        .forEach(write -> write.acknowledged = Long.MAX_VALUE);
  }

  List<Write> writes() {
    return List.copyOf(writes);
  }

  List<Read> reads() {
    return List.copyOf(reads);
  }

  List<String> errors() {
    return List.copyOf(errors);
  }

  @Override
  public String toString() {
    // in the order of time
    TreeSet<Line> lines = new TreeSet<>();
    writes().forEach(write -> lines.add(new Line(write.begun, lines.size(), write.toString())));
    reads().forEach(read -> lines.add(new Line(read.asked(), lines.size(), read.toString())));
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line.text()).append('\n'));
    errors().forEach(error -> text.append("error: ").append(error).append('\n'));
    return text.toString();
  }

  private record Line(long time, int number, String text) implements Comparable<Line> {
    @Override
    public int compareTo(Line other) {
      int byTime = Long.compare(time, other.time);
      return byTime != 0 ? byTime : Integer.compare(number, other.number);
    }
  }
}
