package io.github.rwsplit.connection;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A connection that answers the questions by which plugins find their dialect from memory, and
 * becomes the primary's connection at anything else.
 */
final class DialectConnection implements InvocationHandler {

  private final RoutingTransaction transaction;
  private @Nullable Connection real;

  private DialectConnection(RoutingTransaction transaction) {
    this.transaction = transaction;
  }

  static Connection of(RoutingTransaction transaction) {
    return proxy(Connection.class, new DialectConnection(transaction));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] args)
      throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return objectMethod(proxy, method, args);
    }
    PrimarySource.Product product = transaction.primarySource().product();
    if (method.getName().equals("getMetaData") && real == null && product != null) {
      return proxy(DatabaseMetaData.class, (p, m, a) -> metaData(p, m, a, product));
    }
    return call(real(), method, args);
  }

  private @Nullable Object metaData(
      Object proxy,
      Method method,
      @Nullable Object @Nullable [] args,
      PrimarySource.Product product)
      throws Throwable {
    return switch (method.getName()) {
      case "getURL" -> product.url();
      case "getDatabaseProductName" -> product.name();
      case "getDatabaseProductVersion" -> product.version();
      case "equals", "hashCode", "toString" -> objectMethod(proxy, method, args);
      default -> call(real().getMetaData(), method, args);
    };
  }

  private Connection real() throws SQLException {
    Connection known = real;
    if (known == null) {
      known = transaction.outsideConnection();
      real = known;
    }
    return known;
  }

  private static @Nullable Object call(
      Object target, Method method, @Nullable Object @Nullable [] args) throws Throwable {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  private static Object objectMethod(
      Object proxy, Method method, @Nullable Object @Nullable [] args) {
    return switch (method.getName()) {
      case "equals" -> args != null && args.length == 1 && proxy == args[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> "a connection that becomes the primary's when it is used";
    };
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            DialectConnection.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
