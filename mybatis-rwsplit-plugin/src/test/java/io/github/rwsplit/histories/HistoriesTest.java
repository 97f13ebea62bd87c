package io.github.rwsplit.histories;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Shrinkable;
import net.jqwik.api.sessions.JqwikSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Random programs under faults keep every promise. In short in every build, always the same
 * programs; with {@code -Drwsplit.histories=full} at least 2,000 of them, other ones each time;
 * with {@code -Drwsplit.histories.statements=1000000} until so many statements have run. {@code
 * -Drwsplit.histories.seed=} repeats the programs of a run.
 */
class HistoriesTest {

  private static final boolean FULL = "full".equals(System.getProperty("rwsplit.histories"));
  private static final long STATEMENTS = Long.getLong("rwsplit.histories.statements", 0);
  private static final boolean SHORT = !FULL && STATEMENTS == 0;
  private static final long PROGRAMS =
      Long.getLong("rwsplit.histories.programs", SHORT ? 20 : 2_000);
  private static final long SEED =
      Long.getLong("rwsplit.histories.seed", SHORT ? 20 : new Random().nextInt(1_000_000_000));
  private static final List<String> NOISY =
      List.of("com.zaxxer.hikari", "io.github.rwsplit", "org.springframework");
  private static final int BATCH = 60;

  /** Who waits for hours wants to see something. */
  private static final int BATCHES_BETWEEN_REPORTS = 100;

  private static final int BATCHES_FOR_ONE_WITH_REPLICAS_DOWN = 5;
  private static final long LONGEST_MINUTES = STATEMENTS == 0 ? 20 : 24 * 60;
  private static final long SHRINKING_MILLIS =
      1_000 * Long.getLong("rwsplit.histories.shrinking", 60);
  private static final int COPIES = 8;
  private static final int SHOWN = 5;

  /** Hundreds of lost connections, each with its stack, would hide what is found. */
  @BeforeAll
  static void quiet() {
    NOISY.forEach(name -> ((Logger) LoggerFactory.getLogger(name)).setLevel(Level.OFF));
  }

  @AfterAll
  static void loud() {
    NOISY.forEach(name -> ((Logger) LoggerFactory.getLogger(name)).setLevel(null));
    ((Logger) LoggerFactory.getLogger("io.github.rwsplit")).setLevel(Level.INFO);
  }

  @Test
  void randomPrograms_underFaults_keepEveryPromise() throws Exception {
    System.out.println("Histories begin, -Drwsplit.histories.seed=" + SEED);
    // the session of jqwik belongs to this thread; programs do not know of it
    JqwikSession.start();
    ExecutorService threads = Batch.threads();
    try (World world = new World()) {
      run(world, new Batch(world, threads));
    } finally {
      threads.shutdownNow();
      JqwikSession.finish();
    }
  }

  private static void run(World world, Batch batch) throws Exception {
    Programs programs = new Programs(SEED);
    Report report = new Report();
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(LONGEST_MINUTES);
    long statementsBefore = world.statements();
    while (!enough(report, world.statements() - statementsBefore) && System.nanoTime() - end < 0) {
      List<Shrinkable<Program>> some = new ArrayList<>();
      long first = report.programs();
      for (long i = first; i < first + BATCH; i++) {
        some.add(programs.get(i));
      }
      Batch.Result result = batch.run(some, troubles(first / BATCH), SEED + first);
      report.add(result);
      if (report.programs() % (BATCHES_BETWEEN_REPORTS * BATCH) == 0) {
        System.out.print(report.text(SEED, world, statementsBefore));
      }
      result.programs().stream()
          .filter(ran -> !ran.violations().isEmpty())
          .limit(SHOWN)
          .forEach(ran -> System.out.print(described(ran)));
      for (int i = 0; i < result.programs().size(); i++) {
        Batch.Ran ran = result.programs().get(i);
        if (!ran.violations().isEmpty()) {
          System.out.print(report.text(SEED, world, statementsBefore));
          fail(
              "seed %d, program %d (as it was, above), as far as it could be shrunk, %s"
                  .formatted(SEED, first + i + 1, described(shrunk(batch, ran))));
        }
      }
      if (!result.general().isEmpty()) {
        System.out.print(report.text(SEED, world, statementsBefore));
        fail("seed " + SEED + ", one of the programs from " + first + ": " + result.general());
      }
    }
    long statements = world.statements() - statementsBefore;
    System.out.print(report.text(SEED, world, statementsBefore));
    assertThat(enough(report, statements))
        .as("%d programs and %d statements in time", report.programs(), statements)
        .isTrue();
  }

  private static EnumSet<Trouble> troubles(long batch) {
    EnumSet<Trouble> troubles = EnumSet.allOf(Trouble.class);
    if (batch % BATCHES_FOR_ONE_WITH_REPLICAS_DOWN > 0) {
      troubles.removeAll(Trouble.takingReplicasDown());
    }
    return troubles;
  }

  private static boolean enough(Report report, long statements) {
    return STATEMENTS > 0 ? statements >= STATEMENTS : report.programs() >= PROGRAMS;
  }

  private static Batch.Ran shrunk(Batch batch, Batch.Ran found) {
    Violation.Rule rule = found.violations().get(0).rule();
    EnumSet<Trouble> under = EnumSet.of(Trouble.NONE);
    under.addAll(found.under());
    return new Shrinker(SHRINKING_MILLIS)
        .shrink(found, candidate -> again(batch, candidate, under, rule));
  }

  private static Optional<Batch.Ran> again(
      Batch batch, Shrinkable<Program> candidate, EnumSet<Trouble> under, Violation.Rule rule) {
    try {
      Batch.Result result = batch.run(Collections.nCopies(COPIES, candidate), under, SEED);
      return result.programs().stream()
          .filter(ran -> ran.violations().stream().anyMatch(found -> found.rule() == rule))
          .findFirst();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static String described(Batch.Ran ran) {
    return """
    under %s:
    %s
    %s
    %s
    """
        .formatted(ran.under(), ran.program().value(), lines(ran.violations()), ran.history());
  }

  private static String lines(List<Violation> violations) {
    StringBuilder text = new StringBuilder();
    violations.forEach(violation -> text.append(violation).append('\n'));
    return text.toString();
  }
}
