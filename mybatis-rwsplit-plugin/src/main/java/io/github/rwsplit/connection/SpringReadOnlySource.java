package io.github.rwsplit.connection;

import java.lang.reflect.Field;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/**
 * Finds Spring's own splitting: a {@link LazyConnectionDataSourceProxy} with a DataSource for
 * read-only transactions. Everything in such a transaction runs there, STRONG reads too, and
 * nothing that can be asked of its connection tells.
 */
final class SpringReadOnlySource {

  private static final Logger log = LoggerFactory.getLogger(SpringReadOnlySource.class);

  private SpringReadOnlySource() {}

  /** Looks for one, and warns where there is one. */
  static boolean in(List<DataSource> chain) {
    boolean found = chain.stream().anyMatch(SpringReadOnlySource::hasOne);
    if (found) {
      log.warn(
          "The primary's LazyConnectionDataSourceProxy has a readOnlyDataSource: all that runs in a"
              + " read-only transaction goes there, STRONG reads too, and is left alone"
              + " (FOREIGN_DATASOURCE); name that DataSource as a replica instead, and take"
              + " readOnlyDataSource away");
    }
    return found;
  }

  private static boolean hasOne(DataSource link) {
    if (!(link instanceof LazyConnectionDataSourceProxy)) {
      return false;
    }
    try {
      // there is no getter
      Field field = LazyConnectionDataSourceProxy.class.getDeclaredField("readOnlyDataSource");
      field.setAccessible(true);
      return field.get(link) != null;
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.warn(
          "Whether a LazyConnectionDataSourceProxy has a readOnlyDataSource cannot be seen ({}); if"
              + " it has one, read-only transactions do not run on the primary",
          e.toString());
      return false;
    }
  }
}
