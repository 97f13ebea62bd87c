package io.github.rwsplit.adoption;

import static io.github.rwsplit.route.RouteReason.FOREIGN_DATASOURCE;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.apache.ibatis.session.SqlSessionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.SqlSessionFactoryBean;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/** An application that builds its own SqlSessionFactory on its own router, as many do. */
@WithMySqlCluster(replicas = 2)
class OwnRouterTest {

  /** The application's router, with its key on the thread. */
  static final class DynamicDataSource extends AbstractRoutingDataSource {

    private static final ThreadLocal<String> KEY = new ThreadLocal<>();

    static <T> T on(String key, Callable<T> call) throws Exception {
      KEY.set(key);
      try {
        return call.call();
      } finally {
        KEY.remove();
      }
    }

    @Override
    protected @Nullable Object determineCurrentLookupKey() {
      return KEY.get();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class DataSources {
    @Bean
    @ConfigurationProperties("app.master")
    HikariDataSource masterDataSource() {
      return new HikariDataSource();
    }

    @Bean
    @ConfigurationProperties("app.crm")
    HikariDataSource crmDataSource() {
      return new HikariDataSource();
    }

    @Bean
    @Primary
    DynamicDataSource dynamicDataSource(
        @Qualifier("masterDataSource") DataSource master,
        @Qualifier("crmDataSource") DataSource crm) {
      DynamicDataSource router = new DynamicDataSource();
      router.setDefaultTargetDataSource(master);
      router.setTargetDataSources(Map.of("MASTER", master, "CRM", crm));
      return router;
    }

    @Bean
    SqlSessionFactory sqlSessionFactory(DataSource dataSource) throws Exception {
      SqlSessionFactoryBean factory = new SqlSessionFactoryBean();
      factory.setDataSource(dataSource);
      SqlSessionFactory made = factory.getObject();
      if (made == null) {
        throw new IllegalStateException("no factory");
      }
      return made;
    }
  }

  /** {@code replica-2} plays another database, of which the library knows nothing. */
  @Test
  void start_routerAsPrimary_routesAndLeavesAloneWhatPointsElsewhere(MySqlCluster servers)
      throws Exception {
    Application.createItems(servers);
    MySqlNode crm = servers.replica(2);
    try (var context =
        Application.bare()
            .with(DataSources.class)
            .with(urlOf(servers.primary(), "app.master"))
            .with(urlOf(crm, "app.crm"))
            .replicas(List.of(servers.replica(1)))
            .start()) {
      Application.assertRoutes(context);
      Application.assertDataSources(
          context,
          DynamicDataSource.class,
          "dynamicDataSource",
          "masterDataSource",
          "crmDataSource");
      ItemMapper items = context.getBean(ItemMapper.class);
      assertThatCall(() -> DynamicDataSource.on("CRM", () -> items.name(1)))
          .ranOn(crm.name())
          .because(FOREIGN_DATASOURCE);
      assertThatCall(() -> DynamicDataSource.on("CRM", () -> items.nameNow(1)))
          .ranOn(crm.name())
          .because(FOREIGN_DATASOURCE);
      assertThatCall(() -> DynamicDataSource.on("MASTER", () -> items.name(1))).ranOn("replica-1");
      assertThatCall(() -> items.name(1)).ranOn("replica-1");
    }
  }

  private static String[] urlOf(MySqlNode node, String prefix) {
    return new String[] {
      prefix + ".jdbc-url=" + node.jdbcUrl(),
      prefix + ".username=" + node.user(),
      prefix + ".password=" + node.password()
    };
  }
}
