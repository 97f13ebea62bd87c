package io.github.rwsplit.adoption;

import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.PrimaryAbsentException;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.RwSplitConfigException;
import io.github.rwsplit.Warnings;
import io.github.rwsplit.boot.EnableRwSplit;
import io.github.rwsplit.node.PrimaryDataSource;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mybatis.spring.SqlSessionFactoryBean;
import org.mybatis.spring.annotation.MapperScan;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/** {@code rwsplit.primary}: the library makes the DataSource, and it is the only one. */
@WithMySqlCluster(replicas = 2)
@ExtendWith(OutputCaptureExtension.class)
class OwnedPrimaryTest {

  private final MySqlCluster servers;

  OwnedPrimaryTest(MySqlCluster servers) {
    this.servers = servers;
  }

  @BeforeEach
  void createItems() throws Exception {
    Application.createItems(servers);
  }

  private Application owned() {
    MySqlNode primary = servers.primary();
    return Application.bare()
        .with(
            "rwsplit.primary.url=" + primary.jdbcUrl(),
            "rwsplit.primary.username=" + primary.user(),
            "rwsplit.primary.password=" + primary.password(),
            "rwsplit.primary.pool.maximum-pool-size=7")
        .replicas(servers.replicas());
  }

  @Test
  void boot_makesNoOtherDataSource_andRoutes(CapturedOutput output) throws Exception {
    try (var context =
        owned()
            .with(
                "rwsplit.failover.follow=true",
                "rwsplit.primary.read-pool.maximum-pool-size=3",
                "rwsplit.session.key=header:X-User")
            .start()) {
      Application.assertRoutes(context);
      Application.assertDataSources(context, PrimaryDataSource.class, "dataSource");
      HikariDataSource pool = context.getBean(DataSource.class).unwrap(HikariDataSource.class);
      assertThat(pool.getMaximumPoolSize()).isEqualTo(7);
      // replicas are reached as the primary is, and commits tell their position
      ItemMapper items = context.getBean(ItemMapper.class);
      RwSplit.inSession("u", () -> items.rename(2, "dry"));
      assertThat(output.getOut())
          .contains("Maximum pool sizes: primary 10 + ")
          .doesNotContain("do not tell their position");
      assertThat(Warnings.in(output)).isEmpty();
    }
  }

  @Test
  void boot_besideADataSourceBeanForAReplica_isThePrimaryOne() {
    try (var context =
        Application.bare()
            .with(
                "rwsplit.primary.url=" + servers.primary().jdbcUrl(),
                "rwsplit.primary.username=" + servers.primary().user(),
                "rwsplit.primary.password=" + servers.primary().password())
            .replicaBean(servers.replica(1))
            .start()) {
      ItemMapper items = context.getBean(ItemMapper.class);
      assertThatCall(() -> items.name(1)).ranOn(REPLICA);
      assertThatCall(() -> items.rename(1, "nib")).ranOn(PRIMARY);
    }
  }

  @Test
  void boot_withAServerThatIsNotThere_failsClearly() {
    Application absent =
        Application.bare()
            .with(
                "rwsplit.primary.url=jdbc:mysql://127.0.0.1:1/shop",
                "rwsplit.primary.username=u",
                "rwsplit.primary.password=p")
            .replicas(servers.replicas());
    assertThatThrownBy(absent::start)
        .isInstanceOfAny(PrimaryAbsentException.class)
        .hasMessageContaining("primary (jdbc:mysql://127.0.0.1:1/shop) cannot be reached");
  }

  @Configuration
  @EnableRwSplit
  @EnableTransactionManagement
  @MapperScan(basePackageClasses = ItemMapper.class)
  static class AppConfig {

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

  /** An application that has a DataSource of its own as well, of another name. */
  @Configuration
  static class OtherDataSource {
    @Bean
    HikariDataSource ordersDataSource() {
      HikariDataSource pool = new HikariDataSource();
      pool.setJdbcUrl("jdbc:h2:mem:orders");
      return pool;
    }

    @Bean
    SqlSessionFactoryBean sqlSessionFactory() {
      SqlSessionFactoryBean factory = new SqlSessionFactoryBean();
      factory.setDataSource(ordersDataSource());
      return factory;
    }
  }

  private AnnotationConfigApplicationContext plain(Class<?>... classes) {
    Map<String, Object> properties = new HashMap<>();
    properties.put("rwsplit.primary.url", servers.primary().jdbcUrl());
    properties.put("rwsplit.primary.username", servers.primary().user());
    properties.put("rwsplit.primary.password", servers.primary().password());
    properties.put("rwsplit.audit.enabled", "true");
    servers
        .replicas()
        .forEach(
            replica ->
                properties.put("rwsplit.replicas." + replica.name() + ".url", replica.jdbcUrl()));
    AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    context
        .getEnvironment()
        .getPropertySources()
        .addFirst(new MapPropertySource("application", properties));
    context.register(classes);
    context.refresh();
    return context;
  }

  @Test
  void enableRwSplit_makesTheDataSourceToo() {
    HikariDataSource pool;
    try (var context = plain(AppConfig.class)) {
      Application.assertRoutes(context);
      Application.assertDataSources(context, PrimaryDataSource.class, "dataSource");
      pool = unwrapped(context.getBean(DataSource.class));
    }
    assertThat(pool.isClosed()).isTrue();
  }

  private static HikariDataSource unwrapped(DataSource dataSource) {
    try {
      return dataSource.unwrap(HikariDataSource.class);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void factory_onADataSourceOfItsOwn_isRefused() {
    assertThatThrownBy(() -> plain(EnabledOnly.class, OtherDataSource.class).close())
        .hasRootCauseInstanceOf(RwSplitConfigException.class)
        .rootCause()
        .hasMessageContaining(
            "rwsplit.primary.url must be missing where the SqlSessionFactory has");
  }

  @Configuration
  @EnableRwSplit
  static class EnabledOnly {}
}
