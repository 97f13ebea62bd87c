package io.github.rwsplit.benchmarks;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.api.ShardingSphereDataSourceFactory;
import org.apache.shardingsphere.infra.algorithm.core.config.AlgorithmConfiguration;
import org.apache.shardingsphere.readwritesplitting.config.ReadwriteSplittingRuleConfiguration;
import org.apache.shardingsphere.readwritesplitting.config.rule.ReadwriteSplittingDataSourceGroupRuleConfiguration;
import org.apache.shardingsphere.single.config.SingleRuleConfiguration;

/** ShardingSphere-JDBC's DataSource over a primary and its replicas. */
final class ShardingSphere {

  private static final String GROUP = "shop";

  private ShardingSphere() {}

  static DataSource over(Map<String, DataSource> pools) throws SQLException {
    List<String> replicas = new ArrayList<>(pools.keySet());
    replicas.remove("primary");
    ReadwriteSplittingRuleConfiguration splitting =
        new ReadwriteSplittingRuleConfiguration(
            List.of(
                new ReadwriteSplittingDataSourceGroupRuleConfiguration(
                    GROUP, "primary", replicas, "balancer")),
            Map.of("balancer", new AlgorithmConfiguration("ROUND_ROBIN", new Properties())));
    SingleRuleConfiguration tables = new SingleRuleConfiguration(List.of("*.*"), GROUP);
    return ShardingSphereDataSourceFactory.createDataSource(
        GROUP, pools, List.of(splitting, tables), new Properties());
  }
}
