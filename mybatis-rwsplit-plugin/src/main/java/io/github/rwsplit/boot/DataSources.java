package io.github.rwsplit.boot;

import javax.sql.DataSource;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSessionFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Compares DataSources by what they stand for. */
final class DataSources {

  private DataSources() {}

  static boolean same(DataSource one, DataSource other) {
    return target(one) == target(other);
  }

  /**
   * The DataSource of a factory.
   *
   * @return null for a factory without one, and for a mock without a Configuration
   */
  static @Nullable DataSource of(SqlSessionFactory factory) {
    Configuration configuration = factory.getConfiguration();
    Environment environment = configuration == null ? null : configuration.getEnvironment();
    return environment == null ? null : environment.getDataSource();
  }

  private static DataSource target(DataSource dataSource) {
    DataSource current = dataSource;
    while (current instanceof DelegatingDataSource delegating
        && delegating.getTargetDataSource() != null) {
      current = delegating.getTargetDataSource();
    }
    return current;
  }
}
