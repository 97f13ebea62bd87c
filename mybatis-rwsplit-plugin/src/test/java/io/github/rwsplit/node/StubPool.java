package io.github.rwsplit.node;

import java.io.PrintWriter;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A DataSource whose connections do nothing but remember that they were closed or aborted. */
public final class StubPool implements DataSource {

  public final List<Connection> handedOut = new CopyOnWriteArrayList<>();
  public final List<Object> closed = new CopyOnWriteArrayList<>();
  public final List<Object> aborted = new CopyOnWriteArrayList<>();
  public volatile @Nullable SQLException refuses;
  public volatile boolean dead;
  public volatile Runnable whileConnecting = () -> {};

  @Override
  public Connection getConnection() throws SQLException {
    whileConnecting.run();
    SQLException refusal = refuses;
    if (refusal != null) {
      throw refusal;
    }
    Connection connection =
        (Connection)
            Proxy.newProxyInstance(
                StubPool.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "isValid" -> !dead;
                      case "close" -> {
                        closed.add(proxy);
                        yield null;
                      }
                      case "abort" -> {
                        aborted.add(proxy);
                        yield null;
                      }
                      case "hashCode" -> System.identityHashCode(proxy);
                      case "equals" -> proxy == arguments[0];
                      case "toString" -> "stub connection";
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    handedOut.add(connection);
    return connection;
  }

  @Override
  public Connection getConnection(@Nullable String username, @Nullable String password)
      throws SQLException {
    return getConnection();
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) {}

  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getGlobal();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("not a wrapper");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
