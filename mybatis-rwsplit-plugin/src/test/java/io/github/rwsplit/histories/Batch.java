package io.github.rwsplit.histories;

import io.github.rwsplit.histories.Violation.Rule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Shrinkable;
import org.jspecify.annotations.Nullable;

/** Runs programs, some at once, under troubles, and checks them when all is healed. */
final class Batch {

  private static final int AT_ONCE = 8;
  private static final long LONGEST_SECONDS = 60;
  private static final Pattern NUMBER = Pattern.compile("\\b\\d+\\b");
  private static final AtomicLong NUMBERS = new AtomicLong(1_000_000);

  /** A program that has run. */
  record Ran(
      Shrinkable<Program> program,
      History history,
      Set<Trouble> under,
      List<Violation> violations) {}

  /**
   * A batch that has run.
   *
   * @param general what was broken, and could not be laid to one program
   */
  record Result(List<Ran> programs, Map<Trouble, Integer> troubles, List<Violation> general) {}

  private final World world;
  private final ExecutorService threads;

  Batch(World world, ExecutorService threads) {
    this.world = world;
    this.threads = threads;
  }

  Result run(List<Shrinkable<Program>> programs, Collection<Trouble> some, long seed)
      throws Exception {
    world.renew();
    long first = NUMBERS.getAndAdd(programs.size());
    world.asked().prepare(first, programs.size());
    List<History> histories = new ArrayList<>();
    Map<Long, List<Violation>> violations = new HashMap<>();
    List<Violation> general = new ArrayList<>();
    for (int i = 0; i < programs.size(); i++) {
      histories.add(new History(first + i));
      violations.put(first + i, new ArrayList<>());
    }
    Troubles troubles = new Troubles(world, some, seed);
    try (troubles) {
      runAll(programs, histories, violations, troubles);
    }
    world.servers().awaitReplication();
    for (Instance instance : world.instances()) {
      try {
        instance.assertAllReturned();
      } catch (RuntimeException | AssertionError e) {
        general.add(new Violation(Rule.CONNECTION_LEFT_OUT, "instance " + instance.number + e));
      }
    }
    logs(violations, general);
    Map<Long, Ending> endings = world.asked().endings(first, programs.size());
    List<Ran> ran = new ArrayList<>();
    for (int i = 0; i < programs.size(); i++) {
      History history = histories.get(i);
      Set<Trouble> under = troubles.between(history.begun(), history.ended);
      if (!Collections.disjoint(under, Trouble.losingThePrimary())) {
        history.forgetWhenUnknownWritesWereDone();
      }
      List<Violation> found = violations.getOrDefault(history.number, new ArrayList<>());
      Ending ending = endings.get(history.number);
      if (ending != null) {
        found.addAll(Checker.check(history, ending));
      }
      ran.add(new Ran(programs.get(i), history, under, found));
    }
    return new Result(ran, troubles.counts(), general);
  }

  private void runAll(
      List<Shrinkable<Program>> programs,
      List<History> histories,
      Map<Long, List<Violation>> violations,
      Troubles troubles)
      throws InterruptedException {
    Semaphore places = new Semaphore(AT_ONCE);
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < programs.size(); i++) {
      History history = histories.get(i);
      Program program = programs.get(i).value();
      places.acquire();
      running.add(
          threads.submit(
              () -> {
                try {
                  history.begins();
                  run(program, history, violations);
                } finally {
                  history.ended = History.now();
                  places.release();
                  troubles.programEnded();
                }
                return null;
              }));
    }
    for (Future<?> one : running) {
      try {
        one.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("a program could not be run", e.getCause());
      }
    }
  }

  private void run(Program program, History history, Map<Long, List<Violation>> violations)
      throws Exception {
    AtomicReferenceArray<History.@Nullable Token> tokens = new AtomicReferenceArray<>(2);
    List<Future<?>> running = new ArrayList<>();
    for (Program.Worker thread : program.threads()) {
      Runner runner =
          new Runner(
              world.instance(thread.instance()), program.executor(), history, threads, tokens);
      running.add(threads.submit(() -> runner.run(thread)));
    }
    for (Future<?> one : running) {
      try {
        one.get(LONGEST_SECONDS, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        violations
            .getOrDefault(history.number, new ArrayList<>())
            .add(new Violation(Rule.HUNG, "not ended within " + LONGEST_SECONDS + " s"));
      }
    }
  }

  /** Rows of a program lie between its numbers, so a statement tells whose it is. */
  private void logs(Map<Long, List<Violation>> violations, List<Violation> general) {
    world
        .asked()
        .writesOnReplicas()
        .forEach(
            (replica, writes) -> {
              for (String sql : writes) {
                Violation violation = new Violation(Rule.WRITE_ON_A_REPLICA, replica + ": " + sql);
                List<Violation> ofProgram = whose(sql, violations);
                (ofProgram == null ? general : ofProgram).add(violation);
              }
            });
  }

  private static @Nullable List<Violation> whose(
      String sql, Map<Long, List<Violation>> violations) {
    Matcher numbers = NUMBER.matcher(sql);
    while (numbers.find()) {
      long number = Long.parseLong(numbers.group());
      List<Violation> of = violations.get(number);
      List<Violation> ofCell = violations.get(number / Servers.firstRow(1));
      if (of != null || ofCell != null) {
        return of == null ? ofCell : of;
      }
    }
    return null;
  }

  static ExecutorService threads() {
    return Executors.newCachedThreadPool(
        work -> {
          Thread thread = new Thread(work, "program");
          thread.setDaemon(true);
          return thread;
        });
  }
}
