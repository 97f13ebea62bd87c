package io.github.rwsplit.connection;

import io.github.rwsplit.route.RouteDecision;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * The text that is really sent for one statement: remembers it, and says in a comment behind it
 * where it comes from and why it is there. It stands below all plugins, so that neither they nor
 * the recognition of reads ever see the comment.
 *
 * <p>Statements that are not prepared ({@code statementType="STATEMENT"}) pass as they are.
 */
public final class SentSql {

  private final String statement;
  private final boolean comments;
  private @Nullable String text;

  /**
   * Makes one for a statement that is about to ask for its connection.
   *
   * @param statement the mapped statement's id
   * @param comments whether a comment is put behind it
   */
  public SentSql(String statement, boolean comments) {
    this.statement = statement;
    this.comments = comments;
  }

  /** The text as MyBatis gave it, without our comment; null where none was prepared. */
  @Nullable String text() {
    return text;
  }

  /**
   * The connection as MyBatis gets it. A proxy rather than a class: of some sixty methods two
   * matter, and only who has switched this on pays for it.
   */
  Connection through(Connection real, RouteDecision decision) {
    return (Connection)
        Proxy.newProxyInstance(
            SentSql.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, args) ->
                method.getName().equals("equals")
                    ? args[0] == proxy
                    : call(real, method, seen(method, args, decision)));
  }

  private @Nullable Object @Nullable [] seen(
      Method method, @Nullable Object @Nullable [] args, RouteDecision decision) {
    boolean prepares =
        method.getName().equals("prepareStatement") || method.getName().equals("prepareCall");
    if (!prepares || args == null || !(args[0] instanceof String sql)) {
      return args;
    }
    text = sql;
    if (!comments) {
      return args;
    }
    @Nullable Object[] changed = args.clone();
    changed[0] = SqlComment.behind(sql, statement, decision);
    return changed;
  }

  private static @Nullable Object call(
      Connection real, Method method, @Nullable Object @Nullable [] args) throws Throwable {
    try {
      return method.invoke(real, args);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }
}
