package io.github.rwsplit.benchmarks;

import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;

/** What every driver has to say, where it has nothing to say. */
abstract class BareDriver implements Driver {

  private final String prefix;

  /**
   * @param prefix what the URLs begin with that it takes
   */
  BareDriver(String prefix) {
    this.prefix = prefix;
  }

  @Override
  public boolean acceptsURL(String url) {
    return url.startsWith(prefix);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return 1;
  }

  @Override
  public int getMinorVersion() {
    return 0;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("a driver of the benchmarks does not log");
  }
}
