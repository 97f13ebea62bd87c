package io.github.rwsplit.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses pools whose connections take part in transactions of JTA. Such a transaction begins and
 * commits where neither Spring's transactions on the DataSource nor MyBatis shows it, so that
 * nobody here knows that a read stands in one, or when a session's write became visible.
 *
 * <p>Found by class name: of Atomikos, Bitronix, Narayana with its Spring Boot starters, and
 * Commons DBCP's managed pools, also as Tomcat repackages them.
 */
final class JtaPools {

  private static final Logger log = LoggerFactory.getLogger(JtaPools.class);

  private static final List<String> PACKAGES =
      List.of(
          "com.atomikos.",
          "bitronix.tm.",
          "com.arjuna.",
          "dev.snowdrop.boot.narayana.",
          "me.snowdrop.boot.narayana.",
          "org.apache.commons.dbcp2.managed.",
          "org.apache.tomcat.dbcp.dbcp2.managed.");

  private JtaPools() {}

  /**
   * Looks at everything that statements might run on.
   *
   * @param beans the DataSources that {@code rwsplit.replicas.NAME.data-source} may name
   * @throws IllegalArgumentException naming every such pool, one to a line; never without replicas
   */
  static void refuse(NodeSettings settings, DataSource primary, Map<String, DataSource> beans) {
    if (settings.replicas().isEmpty()) {
      return;
    }
    List<String> problems = new ArrayList<>();
    String ofPrimary = pool(primary);
    if (ofPrimary != null) {
      problems.add(
          "rwsplit.replicas needs a primary whose transactions can be seen, but the DataSource of the SqlSessionFactory is %s, a pool of JTA: XA is not supported; give the SqlSessionFactory an ordinary pool, or set rwsplit.mode to off"
              .formatted(ofPrimary));
    } else if (isXa(primary)) {
      log.warn(
          "The DataSource of the SqlSessionFactory is {}, an XADataSource: its ordinary connections"
              + " are used, and XA is not supported. What is read and written in a branch of it is"
              + " not seen here; give the SqlSessionFactory an ordinary pool",
          primary.getClass().getName());
    }
    settings
        .replicas()
        .forEach(
            (name, replica) -> {
              DataSource bean =
                  replica.dataSource() == null ? null : beans.get(replica.dataSource());
              String found = bean == null ? null : pool(bean);
              if (found != null) {
                problems.add(
                    "rwsplit.replicas.%s.data-source must name an ordinary pool, but %s is %s, a pool of JTA: XA is not supported"
                        .formatted(name, replica.dataSource(), found));
              }
            });
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
  }

  private static boolean isXa(DataSource dataSource) {
    return PoolSettings.chain(dataSource).stream().anyMatch(XADataSource.class::isInstance);
  }

  /** The class of the pool of JTA in a chain of DataSources; null where there is none. */
  private static @Nullable String pool(DataSource dataSource) {
    for (DataSource link : PoolSettings.chain(dataSource)) {
      for (Class<?> type = link.getClass(); type != null; type = type.getSuperclass()) {
        String name = type.getName();
        if (PACKAGES.stream().anyMatch(name::startsWith)) {
          return name;
        }
      }
    }
    return null;
  }
}
