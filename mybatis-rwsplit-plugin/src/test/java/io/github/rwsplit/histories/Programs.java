package io.github.rwsplit.histories;

import io.github.rwsplit.annotation.ConsistencyLevel;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomGenerator;
import net.jqwik.api.Shrinkable;
import net.jqwik.api.Tuple;
import org.apache.ibatis.session.ExecutorType;

/** Makes programs at random: the same ones for the same seed. */
final class Programs {

  private static final int DEPTH = 3;
  private static final int TRIES = 1_000;

  private final long seed;
  private final RandomGenerator<Program> generator = program().generator(TRIES, false);

  Programs(long seed) {
    this.seed = seed;
  }

  /** The program of a number; to be called within a session of jqwik. */
  Shrinkable<Program> get(long number) {
    return generator.next(new Random(seed * 1_000_003 + number));
  }

  private static Arbitrary<Program> program() {
    Arbitrary<Program.Worker> thread =
        Combinators.combine(Arbitraries.of(0, 1), steps(DEPTH).list().ofMinSize(1).ofMaxSize(5))
            .as(Program.Worker::new);
    return Combinators.combine(
            Arbitraries.frequency(
                Tuple.of(3, ExecutorType.SIMPLE),
                Tuple.of(1, ExecutorType.REUSE),
                Tuple.of(1, ExecutorType.BATCH)),
            thread.list().ofMinSize(1).ofMaxSize(3))
        .as(Program::new);
  }

  /** One step that opens at most so many others within each other. */
  private static Arbitrary<Step> steps(int depth) {
    if (depth == 0) {
      return Arbitraries.frequencyOf(
          Tuple.of(8, read(Arbitraries.just(List.of()))),
          Tuple.of(6, write().map(Step.class::cast)),
          Tuple.of(2, write().map(Step.AfterCommit::new)),
          Tuple.of(1, Arbitraries.of(0, 1).map(Step.TakeToken::new)),
          Tuple.of(1, Arbitraries.create(Step.Throw::new)));
    }
    Arbitrary<List<Step>> body = steps(depth - 1).list().ofMinSize(1).ofMaxSize(4);
    Arbitrary<Integer> one = Arbitraries.of(0, 1);
    return Arbitraries.frequencyOf(
        Tuple.of(10, read(body)),
        Tuple.of(7, write().map(Step.class::cast)),
        Tuple.of(8, scope(body)),
        Tuple.of(8, Combinators.combine(one, body).as(Step.InSession::new)),
        Tuple.of(
            3,
            Combinators.combine(Arbitraries.of(ConsistencyLevel.class), body).as(Step.Hint::new)),
        Tuple.of(2, one.map(Step.TakeToken::new)),
        Tuple.of(3, Combinators.combine(one, body).as(Step.WithToken::new)),
        Tuple.of(2, Combinators.combine(Arbitraries.of(true, false), body).as(Step.Savepoint::new)),
        Tuple.of(
            2, Combinators.combine(Arbitraries.of(true, false), body).as(Step.OtherThread::new)),
        Tuple.of(1, write().map(Step.AfterCommit::new)),
        Tuple.of(1, body.map(Step.Catch::new)));
  }

  private static Arbitrary<Step> read(Arbitrary<List<Step>> body) {
    return Combinators.combine(
            Arbitraries.frequency(
                Tuple.of(8, Step.ReadHow.PLAIN),
                Tuple.of(3, Step.ReadHow.CACHED),
                Tuple.of(1, Step.ReadHow.LOCKED),
                Tuple.of(2, Step.ReadHow.HANDLER),
                Tuple.of(1, Step.ReadHow.JDBC),
                Tuple.of(1, Step.ReadHow.RAW),
                Tuple.of(2, Step.ReadHow.LIST),
                Tuple.of(2, Step.ReadHow.CURSOR),
                Tuple.of(2, Step.ReadHow.PAGE_HELPER),
                Tuple.of(2, Step.ReadHow.PLUS_PAGE)),
            Arbitraries.frequency(
                Tuple.of(2, Step.Level.STRONG),
                Tuple.of(5, Step.Level.SESSION),
                Tuple.of(3, Step.Level.EVENTUAL),
                Tuple.of(1, Step.Level.EVENTUAL_WITH_MAX_LAG),
                Tuple.of(1, Step.Level.UNDECLARED)),
            cell(),
            body)
        .as(
            (how, level, cell, within) ->
                new Step.Read(
                    how,
                    level,
                    cell,
                    how == Step.ReadHow.HANDLER || how == Step.ReadHow.CURSOR
                        ? within
                        : List.of()));
  }

  private static Arbitrary<Step.Write> write() {
    return Combinators.combine(
            Arbitraries.frequency(
                Tuple.of(6, Step.WriteHow.UPDATE),
                Tuple.of(2, Step.WriteHow.CACHED_UPDATE),
                Tuple.of(1, Step.WriteHow.CALL),
                Tuple.of(2, Step.WriteHow.JDBC),
                Tuple.of(1, Step.WriteHow.RAW),
                Tuple.of(1, Step.WriteHow.INSERT),
                Tuple.of(1, Step.WriteHow.GENERATED_KEY),
                Tuple.of(1, Step.WriteHow.KEY_BEFORE),
                Tuple.of(1, Step.WriteHow.KEY_AFTER),
                Tuple.of(1, Step.WriteHow.PLUS_INSERT),
                Tuple.of(1, Step.WriteHow.JDBC_INSERT)),
            cell())
        .as(Step.Write::new);
  }

  /** Most of the work is on one cell, where it can be seen. */
  private static Arbitrary<Integer> cell() {
    return Arbitraries.frequency(Tuple.of(4, 0), Tuple.of(1, 1), Tuple.of(1, 2));
  }

  private static Arbitrary<Step> scope(Arbitrary<List<Step>> body) {
    return Combinators.combine(
            Arbitraries.frequency(
                Tuple.of(6, Step.Propagation.REQUIRED),
                Tuple.of(3, Step.Propagation.SUPPORTS),
                Tuple.of(1, Step.Propagation.MANDATORY),
                Tuple.of(3, Step.Propagation.REQUIRES_NEW),
                Tuple.of(2, Step.Propagation.NOT_SUPPORTED),
                Tuple.of(1, Step.Propagation.NEVER),
                Tuple.of(3, Step.Propagation.NESTED)),
            Arbitraries.frequency(Tuple.of(3, false), Tuple.of(1, true)),
            Arbitraries.frequency(
                Tuple.of(8, Step.End.NORMALLY),
                Tuple.of(1, Step.End.ROLLBACK_ONLY),
                Tuple.of(1, Step.End.EXCEPTION),
                Tuple.of(1, Step.End.EXCEPTION_CAUGHT_OUTSIDE)),
            body)
        .as(Step.Scope::new);
  }
}
