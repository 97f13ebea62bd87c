package io.github.rwsplit.histories;

import io.github.rwsplit.annotation.ConsistencyLevel;
import java.util.List;
import org.springframework.transaction.TransactionDefinition;

/** One step of a program. Steps with a body run it within what they open. */
sealed interface Step {

  /** The step as a person reads it, without its body. */
  String line();

  /** What runs within it. */
  default List<Step> body() {
    return List.of();
  }

  /** What a select declares. */
  enum Level {
    STRONG,
    SESSION,
    EVENTUAL,
    EVENTUAL_WITH_MAX_LAG,
    UNDECLARED
  }

  /** How something is read: a cell, which is an ordered list of marks, or the program's notes. */
  enum ReadHow {
    PLAIN(false),
    CACHED(false),
    LOCKED(false),
    HANDLER(false),
    JDBC(false),
    RAW(false),
    LIST(true),
    CURSOR(true),
    PAGE_HELPER(true),
    PLUS_PAGE(true);

    private final boolean ofNotes;

    ReadHow(boolean ofNotes) {
      this.ofNotes = ofNotes;
    }

    boolean ofNotes() {
      return ofNotes;
    }

    /** The local cache may answer it. */
    boolean cachedLocally() {
      return this != HANDLER && this != CURSOR && !pastMappers();
    }

    boolean pastMappers() {
      return this == JDBC || this == RAW;
    }
  }

  /** How a mark is written: added to a cell's list, or as a note, which is a row of its own. */
  enum WriteHow {
    UPDATE(false),
    CACHED_UPDATE(false),
    CALL(false),
    JDBC(false),
    RAW(false),
    INSERT(true),
    GENERATED_KEY(true),
    KEY_BEFORE(true),
    KEY_AFTER(true),
    PLUS_INSERT(true),
    JDBC_INSERT(true);

    private final boolean ofNotes;

    WriteHow(boolean ofNotes) {
      this.ofNotes = ofNotes;
    }

    boolean ofNotes() {
      return ofNotes;
    }

    boolean pastMappers() {
      return this == JDBC || this == RAW || this == JDBC_INSERT;
    }
  }

  /** What Spring calls propagation behaviours, with its numbers. */
  enum Propagation {
    REQUIRED(TransactionDefinition.PROPAGATION_REQUIRED),
    SUPPORTS(TransactionDefinition.PROPAGATION_SUPPORTS),
    MANDATORY(TransactionDefinition.PROPAGATION_MANDATORY),
    REQUIRES_NEW(TransactionDefinition.PROPAGATION_REQUIRES_NEW),
    NOT_SUPPORTED(TransactionDefinition.PROPAGATION_NOT_SUPPORTED),
    NEVER(TransactionDefinition.PROPAGATION_NEVER),
    NESTED(TransactionDefinition.PROPAGATION_NESTED);

    private final int number;

    Propagation(int number) {
      this.number = number;
    }

    int number() {
      return number;
    }
  }

  /** How a scope ends. */
  enum End {
    NORMALLY,
    ROLLBACK_ONLY,
    EXCEPTION,
    EXCEPTION_CAUGHT_OUTSIDE
  }

  /** A read; the body runs in its handler, or between the rows of its cursor. */
  record Read(ReadHow how, Level level, int cell, List<Step> body) implements Step {
    @Override
    public String line() {
      return "read " + (how.ofNotes() ? "notes" : "cell " + cell) + " " + how + " " + level;
    }
  }

  /** A write. */
  record Write(WriteHow how, int cell) implements Step {
    @Override
    public String line() {
      return "write " + (how.ofNotes() ? "a note" : "cell " + cell) + " " + how;
    }
  }

  /** A scope of Spring. */
  record Scope(Propagation propagation, boolean readOnly, End end, List<Step> body)
      implements Step {
    @Override
    public String line() {
      return propagation + (readOnly ? ", read-only" : "") + ", ends " + end;
    }
  }

  /** A savepoint, released or rolled back behind the body. */
  record Savepoint(boolean undone, List<Step> body) implements Step {
    @Override
    public String line() {
      return "savepoint, " + (undone ? "rolled back" : "released");
    }
  }

  /** A session's key. */
  record InSession(int session, List<Step> body) implements Step {
    @Override
    public String line() {
      return "in session " + session;
    }
  }

  /** A hint from code. */
  record Hint(ConsistencyLevel level, List<Step> body) implements Step {
    @Override
    public String line() {
      return "with consistency " + level;
    }
  }

  /** Takes a token and leaves it where every thread of the program finds it. */
  record TakeToken(int slot) implements Step {
    @Override
    public String line() {
      return "take token " + slot;
    }
  }

  /** Runs with the token that was left there last, if any was. */
  record WithToken(int slot, List<Step> body) implements Step {
    @Override
    public String line() {
      return "with token " + slot;
    }
  }

  /** Runs on another thread, and waits for it. */
  record OtherThread(boolean carried, List<Step> body) implements Step {
    @Override
    public String line() {
      return "on another thread, " + (carried ? "with a snapshot" : "with nothing carried there");
    }
  }

  /** Writes in a callback behind the commit of the scope. */
  record AfterCommit(Write write) implements Step {
    @Override
    public String line() {
      return "after the commit: " + write.line();
    }
  }

  /** An exception that the program wants. */
  record Throw() implements Step {
    @Override
    public String line() {
      return "throw";
    }
  }

  /** Catches what {@link Throw} throws. */
  record Catch(List<Step> body) implements Step {
    @Override
    public String line() {
      return "catch";
    }
  }
}
