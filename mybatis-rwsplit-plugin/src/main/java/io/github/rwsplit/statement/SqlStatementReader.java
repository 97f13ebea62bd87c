package io.github.rwsplit.statement;

import java.util.List;
import java.util.Set;

/**
 * Finds the traits of one statement from its tokens: first its verb, then, for queries, the walk.
 */
final class SqlStatementReader {

  private static final Set<String> WRITES =
      SqlWords.words(
          """
          INSERT REPLACE UPDATE DELETE TRUNCATE LOAD IMPORT CREATE DROP ALTER RENAME GRANT REVOKE
          """);

  /** Show something and change nothing. */
  private static final Set<String> HARMLESS = SqlWords.words("SHOW DESCRIBE DESC EXPLAIN HELP");

  /** Concern the connection and write nothing. */
  private static final Set<String> OF_CONNECTION =
      SqlWords.words("USE PREPARE DEALLOCATE HANDLER SAVEPOINT");

  /** Concern the connection, and may write or end a transaction that wrote. */
  private static final Set<String> OF_CONNECTION_AND_MORE =
      SqlWords.words("SET LOCK UNLOCK BEGIN START COMMIT ROLLBACK RELEASE XA EXECUTE");

  private static final Set<String> OF_DIAGNOSTICS =
      SqlWords.words("WARNINGS ERRORS PROFILES PROFILE");

  private final List<SqlToken> tokens;
  private final SqlCursor cursor;
  private final SqlFindings findings = new SqlFindings();
  private final SqlQueryParser queries;

  private SqlStatementReader(List<SqlToken> tokens, boolean ignoreSpace) {
    this.tokens = tokens;
    this.cursor = new SqlCursor(tokens);
    this.queries = new SqlQueryParser(cursor, findings, ignoreSpace);
  }

  static SqlReading read(List<SqlToken> statement, boolean ignoreSpace) {
    return new SqlStatementReader(statement, ignoreSpace).read();
  }

  private SqlReading read() {
    SqlToken first = cursor.peek();
    if (first.isSymbol("(") || queries.starts()) {
      return query();
    }
    if (first.isSymbol("{")) {
      return SqlReading.of(escapedCall());
    }
    String verb = first.type() == SqlToken.Type.WORD ? first.text() : "";
    if (WRITES.contains(verb)) {
      return SqlReading.of(write());
    }
    if (verb.equals("CALL")) {
      return SqlReading.of(call());
    }
    boolean known = HARMLESS.contains(verb) || OF_CONNECTION.contains(verb);
    boolean mayWrite = !known || (HARMLESS.contains(verb) && cursor.peek(1).isWord("ANALYZE"));
    boolean connection =
        OF_CONNECTION.contains(verb)
            || OF_CONNECTION_AND_MORE.contains(verb)
            || (verb.equals("SHOW") && tokens.stream().anyMatch(SqlStatementReader::isDiagnostics))
            || mentionsConnectionState();
    return SqlReading.of(new SqlTraits(SqlKind.UNCLASSIFIED, mayWrite, connection, false));
  }

  private SqlReading query() {
    if (cursor.isWord("WITH")) {
      queries.with();
      if (cursor.isAnyWord("UPDATE", "DELETE", "INSERT", "REPLACE")) {
        return SqlReading.of(write());
      }
      // A bracket, SELECT, VALUES or TABLE: the query that the common table expressions serve.
      queries.body();
    } else {
      queries.query();
    }
    return cursor.isDone() ? SqlReading.of(findings.ofQuery()) : SqlReading.error(notUnderstood());
  }

  private SqlTraits write() {
    boolean temporary = tokens.size() > 1 && tokens.get(1).isWord("TEMPORARY");
    return SqlTraits.mayWrite(SqlKind.WRITE)
        .withConnectionState(temporary || mentionsConnectionState());
  }

  private SqlTraits call() {
    cursor.requireWord("CALL");
    cursor.requireQualifiedName();
    if (cursor.isSymbol("(")) {
      callArguments();
    }
    return ofCall();
  }

  private void callArguments() {
    cursor.requireSymbol("(");
    if (!cursor.isSymbol(")")) {
      queries.expressions().list();
    }
    cursor.requireSymbol(")");
  }

  /** {@code {call p(?)}} and {@code {? = call f(?)}}, which the driver rewrites. */
  private SqlTraits escapedCall() {
    cursor.requireSymbol("{");
    if (cursor.peek().type() == SqlToken.Type.PLACEHOLDER) {
      cursor.next();
      cursor.requireSymbol("=");
    }
    if (!cursor.isWord("CALL")) {
      return notUnderstood();
    }
    cursor.next();
    cursor.requireQualifiedName();
    if (cursor.isSymbol("(")) {
      callArguments();
    }
    cursor.requireSymbol("}");
    return ofCall();
  }

  private SqlTraits ofCall() {
    return cursor.isDone()
        ? findings.ofCall()
        : SqlTraits.mayWrite(SqlKind.CALLABLE).withConnectionState(mentionsConnectionState());
  }

  /**
   * For a query outside the known grammar: what single tokens tell. The words of a locking clause
   * are reserved, so these sequences can be nothing else.
   */
  private SqlTraits notUnderstood() {
    boolean connection = mentionsConnectionState();
    for (int i = 0; i + 1 < tokens.size(); i++) {
      SqlToken second = tokens.get(i + 1);
      boolean locks =
          tokens.get(i).isWord("FOR") && (second.isWord("UPDATE") || second.isWord("SHARE"));
      if (locks || (tokens.get(i).isWord("LOCK") && second.isWord("IN"))) {
        return new SqlTraits(SqlKind.LOCKING_READ, true, connection, false);
      }
    }
    SqlKind kind = connection ? SqlKind.SIDE_EFFECT_FUNCTION : SqlKind.UNCLASSIFIED;
    return new SqlTraits(kind, true, connection, false);
  }

  private boolean mentionsConnectionState() {
    for (int i = 0; i < tokens.size(); i++) {
      SqlToken token = tokens.get(i);
      boolean call = i + 1 < tokens.size() && tokens.get(i + 1).isSymbol("(");
      if (token.type() == SqlToken.Type.VARIABLE
          || (call && SqlFunctions.CONNECTION.contains(token.text()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isDiagnostics(SqlToken token) {
    return token.type() == SqlToken.Type.WORD && OF_DIAGNOSTICS.contains(token.text());
  }
}
