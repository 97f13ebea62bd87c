package io.github.rwsplit.test;

import java.util.ArrayList;
import java.util.List;

/** The options of mysqld: small, fast to start, and with everything that GTID replication needs. */
final class MysqldOptions {

  /** What the data files depend on, so it must be the same for the template and for the servers. */
  private static final List<String> STORAGE =
      List.of(
          "--innodb-buffer-pool-size=32M",
          // new in 8.0.30
          "--loose-innodb-redo-log-capacity=8M",
          "--innodb-log-buffer-size=2M",
          // nothing has to survive a power cut; a killed process must lose nothing, hence 2 and not
          // 0 below
          "--innodb-flush-method=nosync",
          "--innodb-doublewrite=OFF");

  private static final List<String> REPLICATION =
      List.of(
          "--gtid-mode=ON",
          "--enforce-gtid-consistency=ON",
          "--log-bin=binlog",
          "--log-replica-updates=ON",
          "--relay-log=relay",
          "--relay-log-recovery=ON",
          "--sync-binlog=0",
          "--innodb-flush-log-at-trx-commit=2",
          "--replica-parallel-workers=4",
          "--replica-preserve-commit-order=ON",
          "--replica-net-timeout=4",
          "--loose-log-bin-trust-function-creators=ON");

  private static final List<String> FOOTPRINT =
      List.of(
          "--mysqlx=OFF",
          "--max-connections=100",
          "--table-open-cache=200",
          "--table-definition-cache=400",
          "--performance-schema-digests-size=200",
          "--performance-schema-events-statements-history-long-size=100",
          "--performance-schema-events-stages-history-long-size=100",
          "--performance-schema-events-waits-history-long-size=100",
          "--performance-schema-events-transactions-history-long-size=100",
          "--performance-schema-error-size=100",
          "--performance-schema-max-table-instances=500",
          "--performance-schema-max-table-handles=500",
          "--performance-schema-max-index-stat=500");

  private MysqldOptions() {}

  /** What every server of every source is told about replication, also one in a container. */
  static List<String> replication() {
    return REPLICATION;
  }

  static List<String> footprint() {
    return FOOTPRINT;
  }

  /** What makes a data directory. */
  static List<String> forTemplate(Distribution distribution) {
    List<String> options = common(distribution);
    options.addAll(STORAGE);
    options.add("--skip-log-bin");
    options.add("--initialize-insecure");
    return options;
  }

  static List<String> forServer(Distribution distribution) {
    List<String> options = common(distribution);
    options.addAll(STORAGE);
    options.addAll(REPLICATION);
    options.addAll(FOOTPRINT);
    options.add("--bind-address=127.0.0.1");
    // or 127.0.0.1 would be taken for localhost, which is another account
    options.add("--skip-name-resolve");
    // relative, so below the data directory: the path of a socket may have no more than about 100
    // bytes
    options.add("--socket=mysqld.sock");
    return options;
  }

  private static List<String> common(Distribution distribution) {
    List<String> options = new ArrayList<>();
    options.add("--no-defaults");
    options.addAll(distribution.locations());
    options.add("--secure-file-priv=NULL");
    if (System.getProperty("user.name").equals("root")) {
      options.add("--user=root");
    }
    return options;
  }
}
