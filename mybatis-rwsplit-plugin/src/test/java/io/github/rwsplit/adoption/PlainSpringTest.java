package io.github.rwsplit.adoption;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.boot.EnableRwSplit;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.SqlSessionFactoryBean;
import org.mybatis.spring.annotation.MapperScan;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/** Spring without Spring Boot: one annotation more. */
@WithMySqlCluster(replicas = 2)
class PlainSpringTest {

  @Configuration
  @EnableRwSplit
  @EnableTransactionManagement
  @MapperScan(basePackageClasses = ItemMapper.class)
  static class AppConfig {

    @Bean
    HikariDataSource dataSource(Environment environment) {
      HikariDataSource dataSource = new HikariDataSource();
      dataSource.setJdbcUrl(environment.getRequiredProperty("db.url"));
      dataSource.setUsername(environment.getRequiredProperty("db.user"));
      dataSource.setPassword(environment.getRequiredProperty("db.password"));
      return dataSource;
    }

    @Bean
    SqlSessionFactoryBean sqlSessionFactory(DataSource dataSource) {
      SqlSessionFactoryBean factory = new SqlSessionFactoryBean();
      factory.setDataSource(dataSource);
      return factory;
    }

    @Bean
    PlatformTransactionManager transactionManager(DataSource dataSource) {
      return new DataSourceTransactionManager(dataSource);
    }

    @Bean
    JdbcTemplate jdbcTemplate(DataSource dataSource) {
      return new JdbcTemplate(dataSource);
    }

    @Bean
    ItemService itemService(ItemMapper items) {
      return new ItemService(items);
    }
  }

  @Test
  void enableRwSplit_routesAndLeavesTheDataSourceAsItIs(MySqlCluster servers) throws Exception {
    Application.createItems(servers);
    Map<String, Object> properties = new HashMap<>();
    properties.put("db.url", servers.primary().jdbcUrl());
    properties.put("db.user", servers.primary().user());
    properties.put("db.password", servers.primary().password());
    properties.put("rwsplit.audit.enabled", "true");
    servers
        .replicas()
        .forEach(
            replica ->
                properties.put("rwsplit.replicas." + replica.name() + ".url", replica.jdbcUrl()));
    try (var context = new AnnotationConfigApplicationContext()) {
      context
          .getEnvironment()
          .getPropertySources()
          .addFirst(new MapPropertySource("application", properties));
      context.register(AppConfig.class);
      context.refresh();

      Application.assertRoutes(context);
      Application.assertDataSources(context, HikariDataSource.class, "dataSource");
    }
  }
}
