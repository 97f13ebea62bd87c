package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.boot.RwSplitAutoConfiguration;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.ReceivedStatement;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.List;
import javax.sql.DataSource;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.defaults.DefaultSqlSessionFactory;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mybatis.spring.SqlSessionFactoryBean;
import org.mybatis.spring.SqlSessionTemplate;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** B56: with several factories the plugin was on one only, or on one twice. */
@WithMySqlCluster(replicas = 2)
@ExtendWith(OutputCaptureExtension.class)
class CaseB56Test {

  @Test
  void attachedFactory_readsOnReplicas_andOthersAreLeftAsTheyAre(MySqlCluster servers)
      throws Exception {
    try (Shop shop = Shop.open(servers)) {
      OrderMapper a = shop.orders();
      OrderMapper c = orders(factory(shop.jdbc().getDataSource()));
      OrderMapper b = orders(factory(otherDatabase()));

      assertThatCall(() -> a.selectById(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
      shop.events().clear();
      // not attached, on the same DataSource: the primary, and nobody is told
      assertThatCall(() -> c.selectById(1)).ranOn(PRIMARY).ranNothingOn(REPLICA);
      assertThat(assertThatCall(() -> b.selectById(1)).ranNowhere().returning().getStatus())
          .isEqualTo("OTHER");
      assertThat(shop.events()).isEmpty();
      assertThatCall(() -> a.selectById(2)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
    }
  }

  @Test
  void start_factoryThatNobodyNames_isWarnedAbout_andOneOfAnotherDatabaseIsNot(
      MySqlCluster servers, CapturedOutput output) throws Exception {
    try (Shop shop = Shop.open(servers)) {
      SqlSessionFactory a = factory(shop.pool());
      SqlSessionFactory b = factory(otherDatabase());
      SqlSessionFactory c = factory(shop.pool());
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(RwSplitAutoConfiguration.class))
          .withBean("a", SqlSessionFactory.class, () -> a)
          .withBean("b", SqlSessionFactory.class, () -> b)
          .withBean("c", SqlSessionFactory.class, () -> c)
          .withBean("templateOfA", SqlSessionTemplate.class, () -> new SqlSessionTemplate(a))
          .withPropertyValues(
              "rwsplit.sql-session-factories=a",
              "rwsplit.audit.enabled=true",
              "rwsplit.groups.reporting.when-none=refuse",
              "rwsplit.replicas.replica-1.url=" + servers.replica(1).jdbcUrl(),
              "rwsplit.replicas.replica-2.url=" + servers.replica(2).jdbcUrl())
          .run(
              context -> {
                assertThat(context).hasNotFailed();
                assertThatCall(() -> orders(a).selectById(1))
                    .ranOn(REPLICA)
                    .because(EVENTUAL_REPLICA);
                assertThatCall(() -> orders(c).selectById(1)).ranOn(PRIMARY).ranNothingOn(REPLICA);
                assertThatCall(() -> orders(b).selectById(1)).ranNowhere();
              });
    }
    assertThat(output.getOut())
        .containsOnlyOnce("is not attached")
        .contains("The SqlSessionFactory 'c' is not attached, though it is on the DataSource")
        .contains("name it in rwsplit.sql-session-factories as well");
  }

  @Test
  void twoFactoriesOfOneCluster_bothReadOnReplicas(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.open(servers)) {
      SqlSessionFactory second = factory(shop.jdbc().getDataSource());
      shop.cluster().attach(second);
      OrderMapper orders = orders(second);
      for (int i = 0; i < 2; i++) {
        assertThatCall(() -> orders.selectById(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
        assertThatCall(() -> shop.orders().selectById(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
      }
      assertThat(shop.events()).hasSize(4);
      assertThatCall(
              () ->
                  shop.required()
                      .execute(
                          status -> {
                            shop.orders().updateStatus(1, "SENT");
                            return orders.selectById(1);
                          }))
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA);
      assertThat(servers.primary().statements())
          .extracting(ReceivedStatement::connectionId)
          .containsOnly(servers.primary().statements().get(0).connectionId());
    }
  }

  @Test
  void factory_attachedTwice_decidesAndAuditsOnce(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.open(servers)) {
      Configuration configuration = shop.factory().getConfiguration();
      shop.cluster().attach(shop.factory());
      shop.cluster().attach(new DefaultSqlSessionFactory(configuration));
      // and as somebody does who collects all plugins of all factories
      for (Interceptor plugin : List.copyOf(configuration.getInterceptors())) {
        configuration.addInterceptor(plugin);
      }
      assertThatCall(() -> shop.orders().selectById(1))
          .ranOn(REPLICA)
          .ranOnOneNode()
          .because(EVENTUAL_REPLICA);
      assertThat(shop.events()).hasSize(1);
      shop.events().clear();
      assertThatCall(() -> shop.orders().updateStatus(1, "SENT"))
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA);
      assertThat(shop.events()).hasSize(1);
    }
  }

  @Test
  void factory_ofAnotherCluster_isRefused(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.open(servers);
        RwSplitCluster other =
            RwSplitCluster.builder(shop.jdbc().getDataSource())
                .property("replicas.replica-1.url", servers.replica(1).jdbcUrl())
                .build()) {
      assertThatThrownBy(() -> other.attach(shop.factory()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("must belong to one cluster");
    }
  }

  private static SqlSessionFactory factory(DataSource dataSource) throws Exception {
    SqlSessionFactoryBean bean = new SqlSessionFactoryBean();
    bean.setDataSource(dataSource);
    Configuration configuration = new Configuration();
    configuration.setMapUnderscoreToCamelCase(true);
    configuration.addMapper(OrderMapper.class);
    bean.setConfiguration(configuration);
    return bean.getObject();
  }

  private static OrderMapper orders(SqlSessionFactory factory) {
    return new SqlSessionTemplate(factory).getMapper(OrderMapper.class);
  }

  private static DataSource otherDatabase() throws Exception {
    JdbcDataSource other = new JdbcDataSource();
    other.setURL("jdbc:h2:mem:b56;DB_CLOSE_DELAY=-1");
    try (var connection = other.getConnection();
        var statement = connection.createStatement()) {
      statement.execute("drop table if exists orders");
      statement.execute("create table orders (id bigint, user_id bigint, status varchar(20))");
      statement.execute("insert into orders values (1, 1, 'OTHER')");
    }
    return other;
  }
}
