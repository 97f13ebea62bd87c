package io.github.rwsplit.boot;

import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Compares DataSources by what they stand for. */
final class DataSources {

  private DataSources() {}

  static boolean same(DataSource one, DataSource other) {
    return target(one) == target(other);
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
