package io.github.rwsplit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.ClusterProbe;
import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitConfigException;
import io.github.rwsplit.RwSplitXml;
import io.github.rwsplit.Warnings;
import io.github.rwsplit.boot.shop.ShopMapper;
import io.github.rwsplit.node.LoadBalancer;
import io.github.rwsplit.session.SessionKeyResolver;
import java.lang.reflect.Proxy;
import java.util.Objects;
import javax.sql.DataSource;
import org.apache.ibatis.io.Resources;
import org.apache.ibatis.session.SqlSessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mybatis.spring.SqlSessionFactoryBean;
import org.mybatis.spring.annotation.MapperScan;
import org.mybatis.spring.boot.autoconfigure.MybatisAutoConfiguration;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

@ExtendWith(OutputCaptureExtension.class)
class AttachmentTest {

  static final String REPLICA = "rwsplit.replicas.replica-1.url=jdbc:h2:mem:replica";

  private final ApplicationContextRunner boot =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(RwSplitAutoConfiguration.class))
          .withPropertyValues("spring.datasource.url=jdbc:h2:mem:primary");

  private final ApplicationContextRunner starter =
      boot.withConfiguration(
              AutoConfigurations.of(
                  DataSourceAutoConfiguration.class, MybatisAutoConfiguration.class))
          .withUserConfiguration(Scan.class);

  @Configuration(proxyBeanMethods = false)
  @MapperScan(basePackageClasses = ShopMapper.class)
  static class Scan {}

  @Configuration(proxyBeanMethods = false)
  @MapperScan(basePackageClasses = ShopMapper.class, lazyInitialization = "true")
  static class LazyScan {}

  static DataSource database(String name) {
    return new DriverManagerDataSource("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
  }

  static SqlSessionFactory factory(DataSource dataSource) throws Exception {
    SqlSessionFactoryBean bean = new SqlSessionFactoryBean();
    bean.setDataSource(dataSource);
    return Objects.requireNonNull(bean.getObject());
  }

  static RwSplitCluster cluster(ApplicationContext context) {
    return context.getBean(SqlSessionFactoryAttacher.CLUSTER_BEAN, RwSplitCluster.class);
  }

  static void assertAttached(ApplicationContext context, String... factories) {
    for (String factory : factories) {
      assertThat(cluster(context).attached(context.getBean(factory, SqlSessionFactory.class)))
          .as(factory)
          .isTrue();
    }
  }

  static void assertRefused(AssertableApplicationContext context, String... words) {
    assertThat(context).hasFailed();
    Throwable cause = context.getStartupFailure();
    while (cause != null && !(cause instanceof RwSplitConfigException)) {
      cause = cause.getCause();
    }
    assertThat(cause).isNotNull().message().contains(words);
  }

  @Test
  void start_oneFactory_isAttachedAndVerifiedOnceWithOneLine(CapturedOutput output) {
    starter
        .withPropertyValues(REPLICA)
        .run(
            context -> {
              assertAttached(context, "sqlSessionFactory");
              assertThat(ClusterProbe.attached(cluster(context))).isEqualTo(1);
              assertThat(ClusterProbe.primary(cluster(context)))
                  .isSameAs(context.getBean(DataSource.class));
              assertThat(context.getBean(ShopMapper.class).one()).isEqualTo(1);
              assertThat(context.getBeanNamesForType(DataSource.class)).hasSize(1);
            });
    assertThat(output)
        .containsOnlyOnce(
            "mybatis-rwsplit: mode route, primary HikariDataSource, replicas replica-1 [online],"
                + " attached to sqlSessionFactory");
  }

  @Test
  void start_nothingConfigured_disturbsNothingAndSaysSo(CapturedOutput output) {
    starter.run(context -> assertThat(context.getBean(ShopMapper.class).one()).isEqualTo(1));
    boot.withUserConfiguration(FactorySelectionTest.TwoDatabases.class)
        .run(context -> assertThat(context).hasNotFailed());
    boot.run(context -> assertThat(context).hasNotFailed());

    assertThat(output)
        .contains("mode off, primary HikariDataSource, replicas none")
        .contains("every statement runs on the primary");
    assertThat(Warnings.in(output)).isEmpty();
  }

  @Test
  void close_theClusterIsClosedBeforeTheDataSource() {
    RwSplitCluster[] seen = new RwSplitCluster[1];
    starter.withPropertyValues(REPLICA).run(context -> seen[0] = cluster(context));

    assertThat(((HikariDataSource) ClusterProbe.replica(seen[0], "replica-1")).isClosed()).isTrue();
  }

  @Test
  void start_anotherLibraryTakesTheAttributesAway_isSaidWithAdvice(CapturedOutput output) {
    try {
      starter
          .withPropertyValues(REPLICA)
          .withBean("another", Object.class, AttachmentTest::displaceTheAttributes)
          .run(context -> assertThat(context).hasNotFailed());
    } finally {
      Resources.setDefaultClassLoader(null);
      RwSplitXml.accept();
    }
    assertThat(Warnings.in(output))
        .singleElement()
        .asString()
        .contains("but was a loader of another library. Call RwSplitXml.accept() after whatever");
  }

  private static Object displaceTheAttributes() {
    ClassLoader loader =
        new ClassLoader(null) {
          @Override
          public String toString() {
            return "a loader of another library";
          }
        };
    Resources.setDefaultClassLoader(loader);
    return loader;
  }

  @Test
  void start_unknownKey_isRefusedWithItsOrigin() {
    starter
        .withPropertyValues(REPLICA, "rwsplit.sesion.key=principal")
        .run(
            context ->
                assertRefused(context, "rwsplit.sesion.key (from test)", "rwsplit.session.key?"));
  }

  @Test
  void start_lazily_theFactoryIsAttachedWhenItIsMade() {
    boot.withConfiguration(
            AutoConfigurations.of(
                DataSourceAutoConfiguration.class, MybatisAutoConfiguration.class))
        .withUserConfiguration(LazyScan.class)
        .withPropertyValues(REPLICA)
        .withInitializer(
            context ->
                context.addBeanFactoryPostProcessor(
                    new org.springframework.boot.LazyInitializationBeanFactoryPostProcessor()))
        .run(
            context -> {
              assertThat(
                      context
                          .getBeanFactory()
                          .containsSingleton(SqlSessionFactoryAttacher.CLUSTER_BEAN))
                  .isFalse();
              assertThat(context.getBean(ShopMapper.class).one()).isEqualTo(1);
              assertAttached(context, "sqlSessionFactory");
              assertThat(ClusterProbe.attached(cluster(context))).isEqualTo(1);
            });
  }

  @Configuration(proxyBeanMethods = false)
  static class Greedy {
    @Bean
    static SqlSessionFactory sqlSessionFactory() throws Exception {
      return factory(database("shop"));
    }

    @Bean
    static BeanFactoryPostProcessor greedyFactoryPostProcessor() {
      return beans -> beans.getBean(ShopMapper.class);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class ShiroLike {
    @Bean
    static BeanPostProcessor realm(ShopMapper mapper) {
      return new BeanPostProcessor() {};
    }
  }

  @Test
  void start_mapperWantedByAnotherPostProcessor_isAttachedAllTheSame() {
    starter
        .withUserConfiguration(ShiroLike.class)
        .withPropertyValues(REPLICA)
        .run(context -> assertAttached(context, "sqlSessionFactory"));
    boot.withUserConfiguration(Greedy.class, Scan.class)
        .withPropertyValues(REPLICA)
        .run(context -> assertAttached(context, "sqlSessionFactory"));
  }

  @Configuration(proxyBeanMethods = false)
  static class Beans {
    @Bean
    DataSource dataSource() {
      return database("shop");
    }

    @Bean(defaultCandidate = false)
    DataSource reportDataSource() {
      return database("report");
    }

    @Bean
    SqlSessionFactory sqlSessionFactory(@Qualifier("dataSource") DataSource dataSource)
        throws Exception {
      return factory(dataSource);
    }

    @Bean
    LoadBalancer myBalancer() {
      return (eligible, request) -> eligible.get(0);
    }

    @Bean
    SessionKeyResolver who() {
      return () -> "me";
    }
  }

  @Test
  void start_beansThatTheConfigurationNames_areHandedOver() {
    boot.withUserConfiguration(Beans.class)
        .withPropertyValues(
            "rwsplit.replicas.r1.data-source=reportDataSource",
            "rwsplit.groups.online.load-balancer=myBalancer",
            "rwsplit.session.key=header:X-User,bean")
        .run(
            context -> {
              RwSplitCluster cluster = cluster(context);
              assertThat(ClusterProbe.replica(cluster, "r1"))
                  .isSameAs(context.getBean("reportDataSource", DataSource.class));
              assertThat(ClusterProbe.sessionKeys(cluster).currentKey()).isEqualTo("me");
            });
  }

  @Test
  void start_beansThatAreNotThere_areRefusedTogether() {
    boot.withUserConfiguration(Beans.class)
        .withPropertyValues(
            "rwsplit.replicas.r1.data-source=nowhere",
            "rwsplit.replicas.r2.data-source=dataSource",
            "rwsplit.groups.online.load-balancer=nobody")
        .run(
            context ->
                assertRefused(
                    context,
                    "replicas.r1.data-source must name a DataSource bean, but was nowhere",
                    "replicas.r2.data-source must name a replica's DataSource, but dataSource is the primary's",
                    "load-balancer must be one of",
                    "but was nobody"));
  }

  @Test
  void start_resolverThatNobodyNames_isWarnedAbout(CapturedOutput output) {
    boot.withUserConfiguration(Beans.class)
        .withPropertyValues(REPLICA)
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output).contains("SessionKeyResolver beans [who] are not asked");
  }

  @Test
  void start_resolverThatIsNamedButNotThere_isRefused() {
    starter
        .withPropertyValues(REPLICA, "rwsplit.session.key=bean")
        .run(context -> assertRefused(context, "needs one bean of type SessionKeyResolver"));
  }

  @Configuration(proxyBeanMethods = false)
  static class FactoryStub {
    @Bean
    SqlSessionFactory sqlSessionFactory() {
      return (SqlSessionFactory)
          Proxy.newProxyInstance(
              SqlSessionFactory.class.getClassLoader(),
              new Class<?>[] {SqlSessionFactory.class},
              (proxy, method, arguments) ->
                  method.getName().equals("hashCode") ? System.identityHashCode(proxy) : null);
    }
  }

  @Test
  void start_factoryIsAMock_isLeftAlone(CapturedOutput output) {
    boot.withUserConfiguration(FactoryStub.class)
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output).contains("'sqlSessionFactory' has no DataSource and is left alone");
  }

  @Configuration(proxyBeanMethods = false)
  static class EarlyReader {
    private static boolean attachedAtFirstQuery;

    @Bean
    DataSource dataSource() {
      return database("shop");
    }

    @Bean
    SqlSessionFactoryBean sqlSessionFactory(DataSource dataSource) {
      SqlSessionFactoryBean bean = new SqlSessionFactoryBean();
      bean.setDataSource(dataSource);
      return bean;
    }

    @Bean
    InitializingBean warmUp(
        ShopMapper mapper, SqlSessionFactory factory, ApplicationContext context) {
      return () -> {
        mapper.one();
        attachedAtFirstQuery = cluster(context).attached(factory);
      };
    }
  }

  @Test
  void start_queryInAnotherBeansInitialization_findsTheFactoryAttached() {
    boot.withUserConfiguration(EarlyReader.class, Scan.class)
        .withPropertyValues(REPLICA)
        .run(context -> assertThat(EarlyReader.attachedAtFirstQuery).isTrue());
  }
}
