package io.github.rwsplit.connection;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.route.RouteDecision;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The comment of {@code rwsplit.sql-comment=static}, in the form of the sqlcommenter specification:
 * keys sorted, values percent-encoded. Of one statement there are as many as there are reasons for
 * its route: something that differs from call to call would make each text a new one to the
 * server's and the driver's caches of prepared statements.
 *
 * @see <a href="https://google.github.io/sqlcommenter/spec/">sqlcommenter specification</a>
 */
final class SqlComment {

  private SqlComment() {}

  /** The text with the comment at its end; as it is where it may have a comment already. */
  static String behind(String sql, String statement, RouteDecision decision) {
    if (mayHaveComment(sql)) {
      return sql;
    }
    int end = sql.length();
    while (end > 0 && (sql.charAt(end - 1) <= ' ' || sql.charAt(end - 1) == ';')) {
      // in front of a semicolon, behind which some drivers look for a second statement
      end--;
    }
    ConsistencyLevel level = decision.level();
    StringBuilder text = new StringBuilder(sql.length() + 120).append(sql, 0, end).append(" /*");
    if (level != null) {
      text.append("level='").append(level.name()).append("',");
    }
    return text.append("reason='")
        .append(decision.reason().name())
        .append("',statement='")
        .append(encoded(statement))
        .append("'*/")
        .append(sql, end, sql.length())
        .toString();
  }

  /** Also where a string only looks like it: a comment less does no harm. */
  private static boolean mayHaveComment(String sql) {
    return sql.contains("/*") || sql.contains("--") || sql.indexOf('#') >= 0;
  }

  /** As RFC 3986 has it; nothing is left that could end the value or the comment. */
  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A");
  }
}
