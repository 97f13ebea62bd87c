package io.github.rwsplit.matrix;

import java.util.List;

/** One combination: how the measured select is written, and everything around it. */
record Cell(Kind kind, Level level, Scope scope, Pager pager, Runner runner, First first) {

  /** How the select is written. */
  enum Kind {
    XML,
    ANNOTATION,
    PROVIDER,
    GENERIC_PARENT,
    BASE_MAPPER
  }

  /** What it declares. */
  enum Level {
    STRONG,
    SESSION,
    EVENTUAL,
    UNDECLARED
  }

  /** What surrounds it. */
  enum Scope {
    NONE,
    REQUIRED,
    REQUIRES_NEW,
    NESTED,
    SUPPORTS,
    NOT_SUPPORTED,
    READ_ONLY_ON_PRIMARY,
    READ_ONLY_ON_REPLICA,
    TEMPLATE,
    PLAIN_MANUAL,
    PLAIN_AUTOCOMMIT;

    boolean plain() {
      return this == PLAIN_MANUAL || this == PLAIN_AUTOCOMMIT;
    }

    boolean readOnly() {
      return this == READ_ONLY_ON_PRIMARY || this == READ_ONLY_ON_REPLICA;
    }
  }

  /** Who splits it into count and page. */
  enum Pager {
    NONE,
    PAGE_HELPER_BEFORE_US,
    PAGE_HELPER_AFTER_US,
    MYBATIS_PLUS,
    BOTH
  }

  /** MyBatis' ExecutorType. */
  enum Runner {
    SIMPLE,
    REUSE,
    BATCH
  }

  /** What ran before it in the same scope. */
  enum First {
    READ,
    WRITE,
    SELECT_KEY,
    JDBC_TEMPLATE;

    boolean writesByMapper() {
      return this == WRITE || this == SELECT_KEY;
    }
  }

  /** Why the combination cannot be run; empty where it can. */
  String leftOutBecause() {
    if (scope.readOnly() && first != First.READ) {
      return "a write in a read-only transaction is refused (cases B04 and B20 test that)";
    }
    return "";
  }

  /** What a wiring is made for; cells that agree in it share one. */
  record Wiring(Pager pager, Runner runner, boolean plain, boolean readOnlyOnReplica) {}

  Wiring wiring() {
    return new Wiring(pager, runner, scope.plain(), scope == Scope.READ_ONLY_ON_REPLICA);
  }

  /** The values of all axes, as indices. */
  static List<Integer> sizes() {
    return List.of(
        Kind.values().length,
        Level.values().length,
        Scope.values().length,
        Pager.values().length,
        Runner.values().length,
        First.values().length);
  }

  static Cell of(int[] at) {
    return new Cell(
        Kind.values()[at[0]],
        Level.values()[at[1]],
        Scope.values()[at[2]],
        Pager.values()[at[3]],
        Runner.values()[at[4]],
        First.values()[at[5]]);
  }
}
