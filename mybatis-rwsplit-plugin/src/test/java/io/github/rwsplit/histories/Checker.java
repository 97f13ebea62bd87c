package io.github.rwsplit.histories;

import static io.github.rwsplit.histories.Violation.Rule;

import io.github.rwsplit.histories.History.Outcome;
import io.github.rwsplit.histories.History.Promise;
import io.github.rwsplit.histories.History.Read;
import io.github.rwsplit.histories.History.Token;
import io.github.rwsplit.histories.History.Write;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Holds a history against what was promised. Each mark is written once, and what a cell holds is
 * the list of the marks in the order of their commits. So what a read saw has to be the beginning
 * of what is there in the end; what has to be in it follows from what was acknowledged, and seen,
 * before it.
 */
final class Checker {

  private final History history;
  private final Ending ending;
  private final List<Violation> violations = new ArrayList<>();

  private Checker(History history, Ending ending) {
    this.history = history;
    this.ending = ending;
  }

  static List<Violation> check(History history, Ending ending) {
    Checker checker = new Checker(history, ending);
    checker.endings();
    history.writes().forEach(checker::write);
    history.reads().forEach(checker::read);
    return checker.violations;
  }

  private void found(Rule rule, String text) {
    violations.add(new Violation(rule, text));
  }

  private void endings() {
    ending
        .primary()
        .forEach(
            (place, marks) -> {
              if (new HashSet<>(marks).size() < marks.size()) {
                found(Rule.WRITE_TWICE, "place " + place + " ended as " + marks);
              }
            });
    ending
        .replicas()
        .forEach(
            (replica, places) -> {
              if (!places.equals(ending.primary())) {
                found(
                    Rule.REPLICA_DIFFERS,
                    replica + " has " + places + ", the primary " + ending.primary());
              }
            });
  }

  private void write(Write write) {
    boolean there = ending.at(write.place).contains(write.mark);
    if (write.outcome == Outcome.ACKNOWLEDGED && !there) {
      found(Rule.ACKNOWLEDGED_WRITE_LOST, write.toString());
    }
    if (write.outcome == Outcome.UNDONE && there) {
      found(Rule.UNDONE_WRITE_KEPT, write.toString());
    }
    if (there && write.key != 0 && !Objects.equals(ending.keys().get(write.key), write.mark)) {
      found(Rule.KEY_OF_ANOTHER_ROW, write + ", key " + write.key);
    }
  }

  private void read(Read read) {
    committed(read);
    Set<Integer> seen = Set.copyOf(read.marks());
    if (!seen.containsAll(read.own())) {
      found(Rule.OWN_TRANSACTION_UNSEEN, read.toString());
    }
    if (read.primaryBecause() != null && read.server() != null && !read.onPrimary()) {
      found(Rule.NOT_ON_THE_PRIMARY, read.primaryBecause() + ": " + read);
    }
    if (read.total() > read.marks().size()) {
      // the count comes first, and nothing is taken away
      found(Rule.COUNT_OF_ANOTHER_PAGE, "count " + read.total() + ": " + read);
    }
    if (read.promise() == Promise.SOMETHING_COMMITTED) {
      return;
    }
    if (read.promise() == Promise.STRONG || read.onPrimary()) {
      writesBefore(read, Rule.STRONG_MISSED_A_COMMIT, read.since(), write -> true);
    }
    String session = read.session();
    if (session != null) {
      writesBefore(
          read, Rule.OWN_WRITE_UNSEEN, read.since(), write -> session.equals(write.session));
    }
    if (read.promise() != Promise.EVENTUAL) {
      if (session != null) {
        readsBefore(read, earlier -> binding(earlier, session, read.since()));
      }
      if (read.scope() != 0 && read.binds()) {
        readsBefore(
            read,
            earlier ->
                earlier.scope() == read.scope()
                    && earlier.binds()
                    && earlier.promise() != Promise.EVENTUAL
                    && Objects.equals(earlier.session(), session)
                    && session != null
                    && earlier.ended() <= read.asked());
      }
      read.tokens().forEach(token -> token(read, token));
    }
  }

  private void token(Read read, Token token) {
    long taken = Math.min(token.taken(), read.since());
    String session = token.session();
    if (session == null && token.within().isEmpty()) {
      writesBefore(read, Rule.OWN_WRITE_UNSEEN, taken, write -> true);
    } else if (session != null) {
      writesBefore(read, Rule.OWN_WRITE_UNSEEN, taken, write -> session.equals(write.session));
      readsBefore(read, earlier -> binding(earlier, session, taken));
    }
    token.within().forEach(inner -> token(read, inner));
  }

  private static boolean binding(Read earlier, String session, long before) {
    return session.equals(earlier.session())
        && (earlier.promise() == Promise.STRONG || earlier.promise() == Promise.SESSION)
        && earlier.ended() < before;
  }

  /** Nothing but what was committed in the end, or what the reader's transaction wrote itself. */
  private void committed(Read read) {
    List<Integer> marks = new ArrayList<>(read.marks());
    if (read.promise() == Promise.SOMETHING_COMMITTED) {
      // MyBatis publishes with a commit also what was read before a savepoint was rolled back, and
      // at the
      // end of a session that wrote nothing itself what was read in a transaction that was rolled
      // back
      history.writes().stream()
          .filter(write -> write.cachesMayShow)
          // a batch may have sent it later
          .filter(write -> !ending.at(read.place()).contains(write.mark))
          .forEach(write -> marks.remove((Integer) write.mark));
    }
    List<Integer> others = new ArrayList<>(marks);
    others.removeAll(read.live());
    List<Integer> end = new ArrayList<>(ending.at(read.place()));
    if (!end.containsAll(others)) {
      found(Rule.NEVER_COMMITTED_WAS_SEEN, read + ", ended as " + end);
      return;
    }
    Set<Integer> notBegun =
        history.writes().stream()
            .filter(write -> write.begun > read.ended() && others.contains(write.mark))
            .map(write -> write.mark)
            .collect(Collectors.toSet());
    if (!notBegun.isEmpty()) {
      found(Rule.NEVER_COMMITTED_WAS_SEEN, read + ", not yet begun: " + notBegun);
    }
    if (read.place() == History.NOTES) {
      return;
    }
    // its own come last, since nobody can have written behind them yet
    List<Integer> expected = new ArrayList<>(end);
    expected.removeAll(read.live());
    if (others.size() > expected.size()
        || !expected.subList(0, others.size()).equals(others)
        || !read.live().containsAll(marks.subList(others.size(), marks.size()))) {
      found(Rule.OUT_OF_ORDER, read + ", ended as " + end);
    }
  }

  private void writesBefore(Read read, Rule rule, long time, Predicate<Write> which) {
    for (Write write : history.writes()) {
      if (write.place == read.place()
          && write.acknowledged < time
          && (write.outcome == Outcome.ACKNOWLEDGED || ending.at(write.place).contains(write.mark))
          && which.test(write)
          && !read.marks().contains(write.mark)) {
        found(rule, write + ", missed by " + read);
      }
    }
  }

  private void readsBefore(Read read, Predicate<Read> which) {
    for (Read earlier : history.reads()) {
      if (!earlier.equals(read) && earlier.place() == read.place() && which.test(earlier)) {
        Set<Integer> missing = new LinkedHashSet<>(earlier.marks());
        missing.removeAll(earlier.live());
        missing.removeAll(Set.copyOf(read.marks()));
        if (!missing.isEmpty()) {
          found(Rule.WENT_BACK, read + ", behind " + earlier);
        }
      }
    }
  }

  /** For the report. */
  static String summary(Map<Rule, Long> counts) {
    return counts.isEmpty() ? "none" : counts.toString();
  }
}
