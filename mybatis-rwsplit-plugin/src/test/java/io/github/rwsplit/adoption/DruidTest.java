package io.github.rwsplit.adoption;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.druid.pool.DruidDataSource;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Druid by its own starter, with the filters that applications switch on. */
@WithMySqlCluster(replicas = 2)
class DruidTest {

  @Test
  void start_druidsStarter_routesAndLeavesTheDataSourceAsItIs(MySqlCluster servers)
      throws Exception {
    Application.createItems(servers);
    try (var context =
        Application.on(servers)
            .starter("com.alibaba.druid")
            .with(
                "spring.datasource.druid.filters=stat,wall", "spring.datasource.druid.max-active=5")
            .start()) {
      Application.assertRoutes(context);
      assertThat(context.getBean(DataSource.class)).isInstanceOf(DruidDataSource.class);
      Application.assertDataSources(
          context, context.getBean(DataSource.class).getClass(), "dataSource");
      assertThat(context.getBean(DruidDataSource.class).getMaxActive()).isEqualTo(5);
    }
  }
}
