package io.github.rwsplit.node;

import com.zaxxer.hikari.HikariDataSource;
import java.util.ArrayList;
import java.util.List;

/** The pools of replicas, for those who measure them. */
public final class NodePools {

  private NodePools() {}

  /**
   * The HikariCP pools of the replicas that nobody measures yet.
   *
   * @param nodes the cluster's
   * @return those of this moment; a reload may replace them
   */
  public static List<HikariDataSource> unmeasured(Nodes nodes) {
    List<HikariDataSource> found = new ArrayList<>();
    for (Node replica : nodes.replicas()) {
      HikariDataSource pool = NodeStatus.hikari(replica.dataSource());
      if (pool != null
          && pool.getMetricRegistry() == null
          && pool.getMetricsTrackerFactory() == null) {
        found.add(pool);
      }
    }
    return found;
  }
}
