package io.github.rwsplit.benchmarks;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a {@link Database} as hosts, {@code jdbc:nodes-h2://replica-1/}, for a peer that
 * takes a list of hosts out of a URL. It opens the same connection as the node's own URL does.
 */
public final class HostDriver extends BareDriver {

  private static final String PREFIX = "jdbc:nodes-";

  static {
    try {
      DriverManager.registerDriver(new HostDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** What stands before the hosts, without {@code jdbc:}. */
  static String protocol(Database database) {
    return PREFIX.substring("jdbc:".length()) + database.name().toLowerCase(Locale.ROOT) + "://";
  }

  public HostDriver() {
    super(PREFIX);
  }

  @Override
  public @Nullable Connection connect(String url, Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    String[] parts = url.substring(PREFIX.length()).split("[:/?]+", -1);
    Database database = Database.valueOf(parts[0].toUpperCase(Locale.ROOT));
    return DriverManager.getConnection(
        database.url(parts[1]), Database.USER, info.getProperty("password", ""));
  }
}
