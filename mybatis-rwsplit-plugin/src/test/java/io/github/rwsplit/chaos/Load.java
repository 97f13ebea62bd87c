package io.github.rwsplit.chaos;

import io.github.rwsplit.RwSplit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Sessions that write and read without end, each on a thread of its own, and a stranger who writes
 * a row that all of them read. Each holds every answer against what it knows must be there, and
 * what is wrong goes to the chronicle.
 */
final class Load implements AutoCloseable {

  static final int SESSIONS = 5;

  /** So many more only read what replicas may serve, and so never wait for the primary. */
  private static final int VISITORS = 2;

  private static final int SHARED_ROW = 0;
  private static final int NO_ROW = -1;

  /** Without one they would write more than replicas on the same cores can apply. */
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(25);

  private final Application application;
  private final Chronicle chronicle;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicLong numbers = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();

  /** The shared row: what the stranger has tried to write, and what was acknowledged. */
  private final AtomicLong tried = new AtomicLong();

  private final AtomicLong acknowledged = new AtomicLong();

  Load(Application application, Chronicle chronicle) {
    this.application = application;
    this.chronicle = chronicle;
    start("stranger", this::strangerWrites);
    for (int i = 1; i <= SESSIONS; i++) {
      start("session-" + i, new Session(i)::round);
    }
    for (int i = 1; i <= VISITORS; i++) {
      start("visitor-" + i, new Session(NO_ROW)::visit);
    }
  }

  private interface Round {
    void run() throws Exception;
  }

  private void start(String name, Round round) {
    Thread thread =
        new Thread(
            () -> {
              while (!ended.get()) {
                try {
                  RwSplit.inSession(
                      name,
                      () -> {
                        round.run();
                        return null;
                      });
                } catch (Exception | Error e) {
                  // calls that fail do not come here
                  chronicle.violated("%s ended with %s".formatted(name, e));
                  return;
                }
                LockSupport.parkNanos(PAUSE);
              }
            },
            name);
    threads.add(thread);
    thread.start();
  }

  private void strangerWrites() {
    long version = tried.incrementAndGet();
    if (raise(SHARED_ROW, version)) {
      acknowledged.set(version);
    }
  }

  private boolean raise(int row, long version) {
    long begun = System.nanoTime();
    try {
      int rows = application.mapper().raise(row, version);
      ended(Kind.WRITE, begun, null, null);
      if (rows != 1) {
        chronicle.violated("row %d did not grow to %d: %d rows".formatted(row, version, rows));
      }
      return true;
    } catch (RuntimeException e) {
      ended(Kind.WRITE, begun, null, e);
      return false;
    }
  }

  private @Nullable String ended(
      Kind kind, long begun, @Nullable String server, @Nullable RuntimeException failure) {
    long now = System.nanoTime();
    String why = failure == null ? null : Failures.kindOf(failure);
    chronicle.add(new Call(kind, begun, now, server, why));
    if (failure != null && why != null) {
      chronicle.failed(kind, why, failure);
    }
    return why;
  }

  /** One session, which is the only one that writes its row. */
  private final class Session {

    private final int row;
    private long rounds;
    private long own;
    private long ownAcknowledged;

    /** The newest that a read without the right to go back has shown, of both rows. */
    private final long[] seen = new long[2];

    Session(int row) {
      this.row = row;
    }

    void round() {
      switch ((int) (rounds++ % 4)) {
        case 0 -> {
          long version = ++own;
          if (raise(row, version)) {
            ownAcknowledged = version;
          }
        }
        case 1 -> writeNumber();
        case 2 -> transact(false);
        default -> transact(true);
      }
      ChaosMapper mapper = application.mapper();
      read(Kind.SESSION, mapper::readInSession, row);
      read(Kind.EVENTUAL, mapper::readAnywhere, row);
      read(Kind.SESSION, mapper::readInSession, SHARED_ROW);
      read(Kind.EVENTUAL, mapper::readAnywhere, SHARED_ROW);
      read(Kind.STRONG, mapper::readStrong, SHARED_ROW);
      read(Kind.SESSION, mapper::readInSession, SHARED_ROW);
      read(Kind.UNDECLARED, mapper::readUndeclared, row);
    }

    void visit() {
      ChaosMapper mapper = application.mapper();
      read(Kind.EVENTUAL, mapper::readAnywhere, SHARED_ROW);
      read(Kind.SESSION, mapper::readInSession, SHARED_ROW);
    }

    private void writeNumber() {
      long number = numbers.incrementAndGet();
      long begun = System.nanoTime();
      try {
        application.mapper().write(number);
        chronicle.ledger().acknowledged(number);
        ended(Kind.WRITE, begun, null, null);
      } catch (RuntimeException e) {
        if (Failures.wroteNothing(String.valueOf(ended(Kind.WRITE, begun, null, e)))) {
          chronicle.ledger().absent(number);
        }
      }
    }

    private void transact(boolean rollBack) {
      long number = numbers.incrementAndGet();
      long version = ++own;
      AtomicBoolean sent = new AtomicBoolean();
      long begun = System.nanoTime();
      try {
        application
            .transaction()
            .executeWithoutResult(
                status -> {
                  ChaosMapper mapper = application.mapper();
                  mapper.raise(row, version);
                  mapper.write(number);
                  ChaosMapper.Seen read = mapper.readAnywhere(row);
                  if (read.version() != version) {
                    chronicle.violated(
                        "row %d was %d in the transaction that made it %d, on %s"
                            .formatted(row, read.version(), version, read.server()));
                  }
                  if (rollBack) {
                    status.setRollbackOnly();
                  }
                  sent.set(!rollBack);
                });
        if (rollBack) {
          chronicle.ledger().absent(number);
        } else {
          chronicle.ledger().acknowledged(number);
          ownAcknowledged = version;
        }
        ended(Kind.TRANSACTION, begun, null, null);
      } catch (RuntimeException e) {
        if (!sent.get()) {
          // no commit was tried
          chronicle.ledger().absent(number);
        }
        ended(Kind.TRANSACTION, begun, null, e);
      }
    }

    private void read(Kind kind, IntFunction<ChaosMapper.Seen> read, int from) {
      boolean ownRow = from == row;
      long floor = ownRow ? ownAcknowledged : kind == Kind.STRONG ? acknowledged.get() : 0;
      int place = ownRow ? 0 : 1;
      long begun = System.nanoTime();
      ChaosMapper.Seen found;
      try {
        found = read.apply(from);
      } catch (RuntimeException e) {
        ended(kind, begun, null, e);
        return;
      }
      ended(kind, begun, found.server(), null);
      String facts =
          "%s read of row %d showed %d on %s"
              .formatted(kind, from, found.version(), found.server());
      if (found.version() < floor) {
        chronicle.violated("%s, though %d was acknowledged".formatted(facts, floor));
      }
      if (found.version() > (ownRow ? own : tried.get())) {
        chronicle.violated(facts + ", which nobody has written");
      }
      if (kind.neverGoesBack()) {
        if (found.version() < seen[place]) {
          chronicle.violated("%s, though the session had seen %d".formatted(facts, seen[place]));
        }
        seen[place] = Math.max(seen[place], found.version());
      }
    }
  }

  /** Lets each session end its round. */
  @Override
  public void close() throws InterruptedException {
    ended.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
