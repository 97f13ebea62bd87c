package io.github.rwsplit.boot;

import static io.github.rwsplit.boot.AttachmentTest.assertAttached;
import static io.github.rwsplit.boot.AttachmentTest.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.druid.spring.boot4.autoconfigure.DruidDataSourceAutoConfigure;
import com.baomidou.dynamic.datasource.DynamicRoutingDataSource;
import com.baomidou.dynamic.datasource.spring.boot.autoconfigure.DynamicDataSourceAutoConfiguration;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.ClusterProbe;
import io.github.rwsplit.boot.shop.ShopMapper;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.ibatis.session.SqlSessionFactory;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.annotation.MapperScan;
import org.mybatis.spring.boot.autoconfigure.MybatisAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/** One dependency and five lines of YAML are enough, whatever DataSource the application has. */
class AdoptionTest {

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  RwSplitAutoConfiguration.class,
                  DataSourceAutoConfiguration.class,
                  DataSourceTransactionManagerAutoConfiguration.class,
                  MybatisAutoConfiguration.class))
          .withUserConfiguration(Scan.class)
          .withPropertyValues("rwsplit.replicas.replica-1.url=jdbc:h2:mem:replica");

  @Configuration(proxyBeanMethods = false)
  @MapperScan(basePackageClasses = ShopMapper.class)
  static class Scan {}

  private static void assertTakenAsItIs(
      AssertableApplicationContext context, Class<? extends DataSource> type) {
    assertThat(context).hasNotFailed();
    assertAttached(context, "sqlSessionFactory");
    assertThat(ClusterProbe.primary(cluster(context)))
        .isInstanceOf(type)
        .isSameAs(context.getBean(DataSource.class));
    assertThat(context.getBean(ShopMapper.class).two()).isEqualTo(2);
  }

  @Test
  void hikari_isTakenAsItIs() {
    application
        .withPropertyValues("spring.datasource.url=jdbc:h2:mem:hikari")
        .run(context -> assertTakenAsItIs(context, HikariDataSource.class));
  }

  @Test
  void druidStarter_isTakenAsItIs() {
    application
        .withConfiguration(AutoConfigurations.of(DruidDataSourceAutoConfigure.class))
        .withPropertyValues("spring.datasource.url=jdbc:h2:mem:druid")
        .run(context -> assertTakenAsItIs(context, com.alibaba.druid.pool.DruidDataSource.class));
  }

  @Test
  void dynamicDataSource_isTakenAsItIs() {
    application
        .withConfiguration(AutoConfigurations.of(DynamicDataSourceAutoConfiguration.class))
        .withPropertyValues(
            "spring.datasource.dynamic.primary=master",
            "spring.datasource.dynamic.datasource.master.url=jdbc:h2:mem:master",
            "spring.datasource.dynamic.datasource.other.url=jdbc:h2:mem:other")
        .run(context -> assertTakenAsItIs(context, DynamicRoutingDataSource.class));
  }

  static final class Router extends AbstractRoutingDataSource {
    @Override
    protected Object determineCurrentLookupKey() {
      return "main";
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class HandWrittenRouter {
    @Bean
    DataSource mainDataSource() {
      return AttachmentTest.database("main");
    }

    @Bean
    @Primary
    Router dataSource() {
      Router router = new Router();
      router.setTargetDataSources(Map.of("main", mainDataSource()));
      return router;
    }

    @Bean
    SqlSessionFactory sqlSessionFactory(DataSource dataSource) throws Exception {
      return AttachmentTest.factory(dataSource);
    }
  }

  @Test
  void ownFactoryWithHandWrittenRouter_isTakenAsItIs() {
    application
        .withUserConfiguration(HandWrittenRouter.class)
        .run(context -> assertTakenAsItIs(context, Router.class));
  }

  @Configuration(proxyBeanMethods = false)
  static class ConnectionDetails {
    /** As {@code @ServiceConnection} makes one. */
    @Bean
    JdbcConnectionDetails jdbcConnectionDetails() {
      return new JdbcConnectionDetails() {
        @Override
        public String getUsername() {
          return "sa";
        }

        @Override
        public String getPassword() {
          return "";
        }

        @Override
        public String getJdbcUrl() {
          return "jdbc:h2:mem:container";
        }
      };
    }
  }

  @Test
  void serviceConnection_isTakenAsItIs() {
    application
        .withUserConfiguration(ConnectionDetails.class)
        .run(context -> assertTakenAsItIs(context, HikariDataSource.class));
  }
}
