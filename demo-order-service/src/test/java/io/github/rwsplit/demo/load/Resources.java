package io.github.rwsplit.demo.load;

import com.sun.management.UnixOperatingSystemMXBean;
import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitStatus;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;

/** What this JVM and its connections take of everything that can run out. */
final class Resources {

  static final String THREADS = "threads";
  static final String HEAP = "heap KiB";
  static final String HANDLES = "file handles";
  static final String DIRECT = "direct memory KiB";
  static final String METASPACE = "metaspace KiB";
  static final String CLASSES = "classes";
  static final String CONNECTIONS = "connections of ";
  static final String HELD = "held in ";

  /** Connections of replicas in the hands of statements. */
  static final String IN_USE = HELD + "leases";

  private final MySqlCluster servers;
  private final RwSplitCluster library;

  Resources(MySqlCluster servers, RwSplitCluster library) {
    this.servers = servers;
    this.library = library;
  }

  /** After a garbage collection. A server that is down has no entry. */
  Map<String, Long> now() throws IllegalAccessException {
    System.gc();
    Map<String, Long> all = new TreeMap<>();
    all.put(HEAP, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 10);
    all.put(THREADS, (long) ManagementFactory.getThreadMXBean().getThreadCount());
    all.put(CLASSES, (long) ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getName().equals("Metaspace")) {
        all.put(METASPACE, pool.getUsage().getUsed() >> 10);
      }
    }
    for (BufferPoolMXBean buffers : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
      if (buffers.getName().equals("direct")) {
        all.put(DIRECT, buffers.getMemoryUsed() >> 10);
      }
    }
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
      all.put(HANDLES, unix.getOpenFileDescriptorCount());
    }
    for (MySqlNode server : servers.nodes()) {
      try {
        all.put(CONNECTIONS + server.name(), connections(server));
      } catch (SQLException e) {
        // it is down, as it is meant to be now and then: the load is watched, not the servers
        all.remove(CONNECTIONS + server.name());
      }
    }
    all.put(
        IN_USE, RwSplitStatus.of(library).nodes().stream().mapToLong(node -> node.inUse()).sum());
    LibraryHolds.from(library).forEach((name, size) -> all.put(HELD + name, size));
    return all;
  }

  /** How many of the application's connections a server has. */
  static long connections(MySqlNode server) throws SQLException {
    try (Connection connection = server.adminConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT COUNT(*) FROM information_schema.processlist WHERE user = '%s'"
                    .formatted(server.user()))) {
      row.next();
      return row.getLong(1);
    }
  }
}
