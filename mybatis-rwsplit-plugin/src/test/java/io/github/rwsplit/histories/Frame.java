package io.github.rwsplit.histories;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionStatus;

/**
 * What is known of one scope in which Spring keeps one SqlSession: a transaction, or a scope
 * without one. Belongs to one thread. What a local cache may answer is modelled as MyBatis has it:
 * an equal select of the same scope, until a mapper writes or a savepoint is rolled back.
 */
final class Frame {

  /** What a read has to see. */
  record Expected(long since, long asked, Set<Integer> own) {}

  final int number;
  final boolean transaction;
  final boolean readOnly;
  final @Nullable Frame outer;

  /** The context in which it ends, and its callbacks run. */
  final Context around;

  /** Cells whose rows it has locked. */
  final Set<Integer> locked = new HashSet<>();

  /** Writes of callbacks behind the commit. */
  final List<History.Write> late = new ArrayList<>();

  final List<History.Write> pending = new ArrayList<>();

  /** Writes of which nobody can say whether they are there. */
  private final List<History.Write> queued = new ArrayList<>();

  /** What mappers have written since the last select of one: a batch may not have sent it yet. */
  private final Set<History.Write> unsent = new HashSet<>();

  private final Map<String, Expected> cached = new HashMap<>();
  private final Map<String, Long> snapshots = new HashMap<>();
  private final List<Long> unanswered = new ArrayList<>();
  private boolean pinned;

  Frame(int number, boolean transaction, boolean readOnly, Context around) {
    this.number = number;
    this.transaction = transaction;
    this.readOnly = readOnly;
    this.outer = around.frame();
    this.around = around;
  }

  /** A write of this scope has been sent; a mapper's empties the local cache. */
  void wrote(History.Write write, boolean byMapper) {
    if (byMapper) {
      unsent.add(write);
    } else {
      write.cachesMayShow = true;
    }
    if (transaction) {
      pending.add(write);
      if (write.place < History.NOTES) {
        locked.add(write.place);
      }
    }
    if (byMapper) {
      cached.clear();
      pinned = true;
    }
  }

  /** A mapper selects, for which a batch sends what it has queued. */
  void selects() {
    unsent.clear();
  }

  /** Raw JDBC on the session's connection pins it as a write does. */
  void pin() {
    pinned = true;
  }

  boolean pinned() {
    return pinned;
  }

  Set<Integer> own(int place) {
    Set<Integer> own = new TreeSet<>();
    pending.stream().filter(write -> write.place == place).forEach(write -> own.add(write.mark));
    return own;
  }

  /** What its reads may see of its own beside what they have to see. */
  Set<Integer> live(int place) {
    Set<Integer> live = own(place);
    queued.stream().filter(write -> write.place == place).forEach(write -> live.add(write.mark));
    return live;
  }

  /** What a read that begins now has to see, unless the local cache has it. */
  Expected expect(String statement, boolean mayBeCached, int place, long begun) {
    Expected fresh = new Expected(begun, begun, own(place));
    if (!mayBeCached) {
      return fresh;
    }
    Expected before = cached.get(statement);
    return before == null ? fresh : before;
  }

  /** A read is sent. Until a row tells where, it may have made a snapshot on any server. */
  void sent(long time) {
    if (transaction) {
      unanswered.add(time);
    }
  }

  /**
   * The read has its rows. In a transaction the first one on a server makes the snapshot that the
   * others see.
   */
  Expected answered(
      String statement, boolean mayBeCached, Expected expected, @Nullable String server) {
    Expected seen = expected;
    if (transaction) {
      if (server != null) {
        unanswered.remove(expected.asked());
      }
      long earliest = Math.min(expected.asked(), earliest(unanswered));
      long snapshot =
          server == null
              ? Math.min(earliest, earliest(snapshots.values()))
              : Math.min(earliest, snapshots.computeIfAbsent(server, key -> earliest));
      seen = new Expected(Math.min(snapshot, expected.since()), expected.asked(), expected.own());
    }
    if (mayBeCached) {
      keep(statement, seen);
    }
    return seen;
  }

  /** The local cache has the rows of a read, unless it had them already. */
  void keep(String statement, Expected seen) {
    cached.putIfAbsent(statement, seen);
  }

  private static long earliest(Collection<Long> times) {
    return times.stream().min(Long::compare).orElse(Long.MAX_VALUE);
  }

  /** What a savepoint keeps: writes of this scope that came before it. */
  record Savepoint(Set<History.Write> before, Set<History.Write> unsent) {}

  /** A savepoint is made here. */
  Savepoint savepoint() {
    return new Savepoint(Set.copyOf(pending), Set.copyOf(unsent));
  }

  /**
   * A savepoint was rolled back: what came behind it is undone. But what a batch has queued it
   * still sends later, and what it had queued before the savepoint and sent behind it is undone
   * too, with or without the library.
   */
  void undoBehind(Savepoint savepoint, boolean batch) {
    List<History.Write> undone =
        pending.stream().filter(write -> !savepoint.before().contains(write)).toList();
    undone.forEach(write -> write.cachesMayShow = true);
    if (batch) {
      queued.addAll(undone);
      pending.stream()
          .filter(savepoint.unsent()::contains)
          .filter(write -> !unsent.contains(write))
          .forEach(queued::add);
    } else {
      undone.forEach(History.Write::undone);
    }
    pending.removeAll(undone);
    pending.removeAll(queued);
    cached.clear();
  }

  void ended(History.Outcome outcome) {
    for (History.Write write : pending) {
      settle(write, outcome);
    }
    if (outcome == History.Outcome.UNDONE) {
      queued.forEach(History.Write::undone);
    }
    if (outcome == History.Outcome.ACKNOWLEDGED) {
      // committed when the connection is given back, and nobody is told if that fails
      late.forEach(write -> write.doneIfAtAll(History.now()));
    }
  }

  private static void settle(History.Write write, History.Outcome outcome) {
    switch (outcome) {
      case ACKNOWLEDGED -> write.acknowledgedAt(History.now());
      case UNDONE -> write.undone();
      case UNKNOWN -> {}
    }
  }

  /** What surrounds a step. */
  record Context(
      @Nullable String session,
      io.github.rwsplit.annotation.@Nullable ConsistencyLevel hint,
      List<History.Token> tokens,
      @Nullable Frame frame,
      @Nullable TransactionStatus status,
      Set<Integer> blocked) {

    Context inSession(String key) {
      return new Context(key, hint, tokens, frame, status, blocked);
    }

    Context withHint(io.github.rwsplit.annotation.ConsistencyLevel level) {
      return new Context(
          session, hint == null ? level : hint.stricter(level), tokens, frame, status, blocked);
    }

    /** A token without a session makes its work a session of its own. */
    Context withToken(History.Token token, String work) {
      List<History.Token> all = new ArrayList<>(tokens);
      all.add(token);
      return new Context(
          session == null ? work : session, hint, List.copyOf(all), frame, status, blocked);
    }

    Context in(Frame inner, TransactionStatus own) {
      Set<Integer> held = blocked;
      if (frame != null && frame != inner) {
        held = new HashSet<>(blocked);
        held.addAll(frame.locked);
      }
      return new Context(session, hint, tokens, inner, own, held);
    }

    /** On another thread, which knows of no scope, but has to wait for the locks of this one. */
    Context elsewhere(boolean carried) {
      Set<Integer> held = new HashSet<>(blocked);
      if (frame != null) {
        held.addAll(frame.locked);
      }
      return carried
          ? new Context(session, hint, tokens, null, null, held)
          : new Context(null, null, List.of(), null, null, held);
    }
  }
}
