package io.github.rwsplit.statement;

/** What the walk through one query met. Filled by the parsers, read by {@link SqlRecognizer}. */
final class SqlFindings {

  private boolean locking;
  private boolean effect;
  private boolean unknownFunction;
  private boolean sequence;
  private boolean connectionState;
  private boolean serverSchema;

  void locking() {
    locking = true;
  }

  void connectionState() {
    effect = true;
    connectionState = true;
  }

  void outfile() {
    effect = true;
  }

  void variable(SqlToken token) {
    effect = true;
    connectionState |= !token.text().startsWith("@@GLOBAL.");
  }

  void serverSchema() {
    serverSchema = true;
  }

  void function(SqlFunctions.Effect of) {
    switch (of) {
      case PURE -> {}
      case SERVER -> effect = true;
      case CONNECTION -> connectionState();
      case SEQUENCE -> {
        sequence = true;
        connectionState();
      }
      case UNKNOWN -> unknownFunction = true;
    }
  }

  /** The traits of a query that was understood to its end. */
  SqlTraits ofQuery() {
    boolean mayWrite = unknownFunction || sequence;
    if (locking) {
      return new SqlTraits(SqlKind.LOCKING_READ, mayWrite, connectionState, false);
    }
    if (effect || unknownFunction) {
      boolean reviewable = !effect && !serverSchema;
      return new SqlTraits(SqlKind.SIDE_EFFECT_FUNCTION, mayWrite, connectionState, reviewable);
    }
    return SqlTraits.of(serverSchema ? SqlKind.UNCLASSIFIED : SqlKind.READ);
  }

  /** The traits of a {@code CALL} whose arguments were understood. */
  SqlTraits ofCall() {
    boolean reviewable = !locking && !effect && !serverSchema;
    return new SqlTraits(SqlKind.CALLABLE, true, connectionState, reviewable);
  }
}
