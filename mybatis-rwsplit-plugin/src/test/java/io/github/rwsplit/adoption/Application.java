package io.github.rwsplit.adoption;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.HINT_OVERRIDE;
import static io.github.rwsplit.route.RouteReason.STRONG;
import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static io.github.rwsplit.route.RouteReason.UNDECLARED;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.session.SqlSessionFactory;
import org.mybatis.spring.annotation.MapperScan;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Starts Spring Boot applications on a cluster as their main methods would. */
public final class Application {

  /** Starters on the class path of the tests, of which an application has one or none. */
  private static final List<String> STARTERS =
      List.of(
          "com.alibaba.druid.spring.boot3.autoconfigure.DruidDataSourceAutoConfigure",
          "com.alibaba.druid.spring.boot4.autoconfigure.DruidDataSourceAutoConfigure",
          "com.baomidou.dynamic.datasource.spring.boot.autoconfigure.DynamicDataSourceAutoConfiguration",
          "com.baomidou.dynamic.datasource.spring.boot.autoconfigure.DynamicDataSourcePoolMetricsAutoConfiguration",
          "com.github.pagehelper.autoconfigure.PageHelperAutoConfiguration",
          "net.ttddyy.observation.boot.autoconfigure.DataSourceObservationAutoConfiguration");

  /** What every application of the tests has: a mapper and a service. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @MapperScan(
      basePackageClasses = ItemMapper.class,
      annotationClass = Mapper.class,
      lazyInitialization = "${mybatis.lazy-initialization:false}")
  static class Items {
    @Bean
    ItemService itemService(ItemMapper items) {
      return new ItemService(items);
    }
  }

  /** A replica's pool as a bean of the application's, which nobody gets by its type. */
  @Configuration(proxyBeanMethods = false)
  static class ReplicaBean {
    @Bean(autowireCandidate = false)
    @ConfigurationProperties("app.replica")
    HikariDataSource replicaDataSource() {
      return new HikariDataSource();
    }
  }

  private final List<Class<?>> configurations = new ArrayList<>(List.of(Items.class));
  private final Map<String, String> properties = new LinkedHashMap<>();
  private final List<String> excluded = new ArrayList<>(STARTERS);
  private WebApplicationType web = WebApplicationType.NONE;

  /** An application on the primary, with the library's five lines for all replicas. */
  public static Application on(MySqlCluster servers) {
    return bare().dataSourceOf(servers.primary(), "spring.datasource").replicas(servers.replicas());
  }

  /** An application without any DataSource or replica. */
  static Application bare() {
    return new Application().with("rwsplit.audit.enabled=true", "spring.main.banner-mode=off");
  }

  Application dataSourceOf(MySqlNode node, String prefix) {
    return with(
        prefix + ".url=" + node.jdbcUrl(),
        prefix + ".username=" + node.user(),
        prefix + ".password=" + node.password());
  }

  Application replicas(List<MySqlNode> replicas) {
    replicas.forEach(
        replica -> with("rwsplit.replicas." + replica.name() + ".url=" + replica.jdbcUrl()));
    return this;
  }

  Application replicaBean(MySqlNode replica) {
    return with(ReplicaBean.class)
        .with(
            "app.replica.jdbc-url=" + replica.jdbcUrl(),
            "app.replica.username=" + replica.user(),
            "app.replica.password=" + replica.password(),
            "app.replica.connection-timeout=1000",
            "rwsplit.replicas." + replica.name() + ".data-source=replicaDataSource");
  }

  public Application with(String... more) {
    for (String property : more) {
      int equals = property.indexOf('=');
      properties.put(property.substring(0, equals), property.substring(equals + 1));
    }
    return this;
  }

  Application with(Class<?> configuration) {
    configurations.add(configuration);
    return this;
  }

  /** Lets the starters of a package be. */
  Application starter(String packagePrefix) {
    excluded.removeIf(name -> name.startsWith(packagePrefix));
    return this;
  }

  /** Lets it answer over HTTP, on a port that is free, and shows all of its actuator. */
  public Application withActuator() {
    web = WebApplicationType.SERVLET;
    return with(
        "server.port=0",
        "server.address=127.0.0.1",
        "management.endpoints.web.exposure.include=*",
        "management.endpoint.health.show-details=always",
        // its client is on the class path of the lanes, and no server is there
        "management.health.redis.enabled=false",
        "management.endpoint.health.probes.enabled=true");
  }

  public ConfigurableApplicationContext start() {
    with("spring.autoconfigure.exclude=" + String.join(",", excluded));
    return new SpringApplicationBuilder(configurations.toArray(Class<?>[]::new))
        .web(web)
        .logStartupInfo(false)
        .run(
            properties.entrySet().stream()
                .map(property -> "--" + property.getKey() + "=" + property.getValue())
                .toArray(String[]::new));
  }

  /** Starts what a test has killed. */
  public static void startAll(MySqlCluster servers) {
    servers.nodes().stream().filter(node -> !node.isRunning()).forEach(MySqlNode::start);
  }

  /** An empty table but for two items, the same on all servers. */
  public static void createItems(MySqlCluster servers) throws Exception {
    try (var connection = servers.primary().connect();
        var statement = connection.createStatement()) {
      statement.execute("drop table if exists item");
      statement.execute("create table item (id bigint primary key, name varchar(20) not null)");
      statement.execute("insert into item values (1, 'pen'), (2, 'ink'), (3, 'pad')");
    }
    servers.awaitReplication();
  }

  /** What five lines promise of any application. */
  static void assertRoutes(ApplicationContext context) {
    ItemMapper items = context.getBean(ItemMapper.class);
    ItemService service = context.getBean(ItemService.class);
    assertThatCall(() -> items.name(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
    assertThatCall(items::all).ranOn(REPLICA).because(EVENTUAL_REPLICA);
    assertThatCall(() -> items.nameNow(1)).ranOn(PRIMARY).because(STRONG);
    assertThatCall(() -> items.nameUndeclared(1)).ranOn(PRIMARY).because(UNDECLARED);
    assertThatCall(() -> items.rename(1, "nib")).ranOn(PRIMARY).because(WRITE);
    assertThat(
            assertThatCall(() -> service.renameInTransaction(1, "cap"))
                .ranOn(PRIMARY)
                .because(TX_READ_WRITE, WRITE, TX_READ_WRITE)
                .returning())
        .isEqualTo("cap");
    assertThatCall(() -> service.nameOnThePrimary(1)).ranOn(PRIMARY).because(HINT_OVERRIDE);
    assertThatCall(() -> items.nameForSure(1)).ranOn(PRIMARY).because(HINT_OVERRIDE);
    JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
    assertThatCall(() -> jdbc.queryForObject("select name from item where id = 1", String.class))
        .ranOn(PRIMARY);
  }

  /** The application's DataSource beans are those that it would have without the library. */
  static void assertDataSources(
      ApplicationContext context, Class<? extends DataSource> type, String... names) {
    assertDataSources(context, names);
    assertThat(context.getBean(DataSource.class)).isExactlyInstanceOf(type);
  }

  /** The same of a DataSource whose type nobody can name. */
  static void assertDataSources(ApplicationContext context, String... names) {
    assertThat(context.getBeanNamesForType(DataSource.class)).containsExactlyInAnyOrder(names);
    DataSource dataSource = context.getBean(DataSource.class);
    assertThat(
            context
                .getBean(SqlSessionFactory.class)
                .getConfiguration()
                .getEnvironment()
                .getDataSource())
        .isSameAs(dataSource);
    assertThat(context.getBean(JdbcTemplate.class).getDataSource()).isSameAs(dataSource);
  }
}
