package io.github.rwsplit.histories;

import io.github.rwsplit.annotation.ConsistencyLevel;
import java.util.List;

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
    PLAIN,
    CACHED,
    LOCKED,
    HANDLER,
    JDBC,
    RAW,
    LIST,
    CURSOR,
    PAGE_HELPER,
    PLUS_PAGE;

    boolean ofNotes() {
      return ordinal() >= LIST.ordinal();
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
    UPDATE,
    CACHED_UPDATE,
    CALL,
    JDBC,
    RAW,
    INSERT,
    GENERATED_KEY,
    KEY_BEFORE,
    KEY_AFTER,
    PLUS_INSERT,
    JDBC_INSERT;

    boolean ofNotes() {
      return ordinal() >= INSERT.ordinal();
    }

    boolean pastMappers() {
      return this == JDBC || this == RAW || this == JDBC_INSERT;
    }
  }

  /** What Spring calls propagation behaviours, by the same numbers. */
  enum Propagation {
    REQUIRED,
    SUPPORTS,
    MANDATORY,
    REQUIRES_NEW,
    NOT_SUPPORTED,
    NEVER,
    NESTED
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
