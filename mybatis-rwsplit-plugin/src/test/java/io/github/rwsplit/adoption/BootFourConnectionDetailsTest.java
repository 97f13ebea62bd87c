package io.github.rwsplit.adoption;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import org.junit.jupiter.api.Test;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The connection comes from a bean, as {@code @ServiceConnection} makes one of a container. */
@WithMySqlCluster(replicas = 2)
class BootFourConnectionDetailsTest {

  @Configuration(proxyBeanMethods = false)
  static class Container {

    private final MySqlNode primary = MySqlCluster.shared(2).primary();

    @Bean
    JdbcConnectionDetails mysqlConnectionDetails() {
      return new JdbcConnectionDetails() {
        @Override
        public String getUsername() {
          return primary.user();
        }

        @Override
        public String getPassword() {
          return primary.password();
        }

        @Override
        public String getJdbcUrl() {
          return primary.jdbcUrl();
        }
      };
    }
  }

  @Test
  void start_connectionDetails_areThePrimarys(MySqlCluster servers) throws Exception {
    Application.createItems(servers);
    try (var context =
        Application.bare().with(Container.class).replicas(servers.replicas()).start()) {
      Application.assertRoutes(context);
      Application.assertDataSources(context, HikariDataSource.class, "dataSource");
    }
  }
}
