package io.github.rwsplit.benchmarks;

import com.zaxxer.hikari.HikariDataSource;
import java.util.List;

/**
 * The AWS JDBC wrapper with its plugin that splits by the parsed statement, below HikariCP as its
 * manual has it; the hosts of the URL are all it knows of the cluster, the first one writes.
 */
final class AwsWrapper {

  private AwsWrapper() {}

  /** As an application that reads and writes would have it. */
  static HikariDataSource over(Database database, List<String> nodes) {
    try {
      Class.forName(HostDriver.class.getName());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
    HikariDataSource pool =
        database.poolOf(
            "jdbc:aws-wrapper:" + HostDriver.protocol(database) + String.join(",", nodes) + "/",
            "aws");
    pool.setDriverClassName(software.amazon.jdbc.Driver.class.getName());
    pool.addDataSourceProperty("wrapperPlugins", "sqlParser,autoReadWriteSplitting");
    pool.addDataSourceProperty("singleWriterConnectionString", "true");
    pool.addDataSourceProperty("wrapperDialect", "mysql");
    return pool;
  }

  /**
   * With connections that are on a reader already, and stay there. It prepares a statement on the
   * node of the one before and changes over when it is executed, and a prepared statement does not
   * survive that: only where nothing changes over do the statements of MyBatis run.
   */
  static HikariDataSource readingOver(Database database, List<String> nodes) {
    HikariDataSource pool = over(database, nodes);
    pool.setReadOnly(true);
    return pool;
  }
}
