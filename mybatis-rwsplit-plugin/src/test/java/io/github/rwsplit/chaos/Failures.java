package io.github.rwsplit.chaos;

import java.sql.SQLException;
import java.util.Set;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;

/** The kinds of failure that a caller can tell from each other. */
final class Failures {

  static final String REFUSED = "REFUSED";
  static final String DEMOTED = "PRIMARY_DEMOTED";
  static final String NO_CONNECTION = "no connection";
  static final String LOST = "connection lost";

  /**
   * A commit was refused by a server that had turned read-only since its statements ran; it is no
   * statement that the library could tell anything of.
   */
  static final String COMMIT_REFUSED = "commit refused";

  private static final int OPTION_PREVENTS_STATEMENT = 1290;

  /** After these nothing was written. */
  private static final Set<String> BEFORE_ANYTHING = Set.of(REFUSED, DEMOTED, NO_CONNECTION);

  private Failures() {}

  static boolean wroteNothing(String kind) {
    return BEFORE_ANYTHING.contains(kind);
  }

  static String kindOf(Throwable failure) {
    String lost = null;
    for (Throwable link = failure; link != null; link = link.getCause()) {
      String message = String.valueOf(link.getMessage());
      for (String ours : new String[] {REFUSED, DEMOTED}) {
        if (message.contains(ours + ": ")) {
          return ours;
        }
      }
      if (link instanceof CannotGetJdbcConnectionException
          || link instanceof CannotCreateTransactionException
          || message.contains("Connection is not available")) {
        // a refusal may be behind it
        lost = NO_CONNECTION;
      } else if (lost == null
          && link instanceof SQLException error
          // HikariCP's words for a connection that it has given up after such a failure
          && (String.valueOf(error.getSQLState()).startsWith("08")
              || message.equals("Connection is closed"))) {
        lost = LOST;
      }
    }
    return lost != null ? lost : described(failure);
  }

  private static String described(Throwable failure) {
    for (Throwable link = failure; link != null; link = link.getCause()) {
      if (link instanceof SQLException error
          && error.getErrorCode() == OPTION_PREVENTS_STATEMENT
          && failure instanceof TransactionSystemException) {
        return COMMIT_REFUSED;
      }
      if (link instanceof SQLException error) {
        return "%d %s".formatted(error.getErrorCode(), error.getMessage());
      }
    }
    return failure.toString();
  }
}
