package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatFailingCall;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.boot.RwSplitAutoConfiguration;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.ReceivedStatement;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.SqlSessionTemplate;
import org.mybatis.spring.boot.autoconfigure.MybatisAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.DataSourceInitializer;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** B58: a schema migration, and others who take the DataSource by type, met a replica. */
@WithMySqlCluster(replicas = 2)
class CaseB58Test {

  @Configuration(proxyBeanMethods = false)
  static class Shopping {

    /** Stands for a migration: it takes the DataSource by its type. */
    @Bean
    static DataSourceInitializer migration(DataSource dataSource) {
      DataSourceInitializer migration = new DataSourceInitializer();
      migration.setDataSource(dataSource);
      migration.setDatabasePopulator(
          new ResourceDatabasePopulator(
              new ByteArrayResource(
                  ("drop table if exists orders;"
                          + " create table orders (id bigint primary key auto_increment,"
                          + " user_id bigint, status varchar(20));"
                          + " insert into orders values (1, 1, 'NEW');")
                      .getBytes(UTF_8))));
      return migration;
    }

    @Bean
    static OrderMapper orders(SqlSessionTemplate template) {
      template.getConfiguration().addMapper(OrderMapper.class);
      return template.getMapper(OrderMapper.class);
    }
  }

  @Test
  void migration_atTheStart_runsOnThePrimaryOfTheOnlyDataSource(MySqlCluster servers) {
    servers.clearStatements();
    application(servers)
        .run(
            context -> {
              assertThat(context).hasNotFailed().hasSingleBean(DataSource.class);
              assertThat(context.getBean(DataSource.class)).isInstanceOf(HikariDataSource.class);
              assertThat(servers.primary().statements())
                  .extracting(ReceivedStatement::text)
                  .anyMatch(text -> text.startsWith("create table orders"));
              for (MySqlNode replica : servers.replicas()) {
                assertThat(replica.statements()).isEmpty();
              }
              servers.awaitReplication();
              OrderMapper orders = context.getBean(OrderMapper.class);
              assertThatCall(() -> orders.selectById(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
            });
  }

  @Test
  void jdbcTemplate_beforeAndAfterReadsOnReplicas_isOnThePrimary(MySqlCluster servers) {
    application(servers)
        .run(
            context -> {
              OrderMapper orders = context.getBean(OrderMapper.class);
              JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
              servers.awaitReplication();
              orders.selectById(1);
              assertThatCall(() -> jdbc.update("update orders set status = 'SENT' where id = 1"))
                  .ranOn(PRIMARY)
                  .ranNothingOn(REPLICA);
              assertThatCall(
                      () ->
                          jdbc.queryForList("select status from orders where id = 1", String.class))
                  .ranOn(PRIMARY)
                  .ranNothingOn(REPLICA);
            });
  }

  @Test
  void save_inAReadOnlyTransactionThatLivesOnAReplica_failsAndChangesNothing(MySqlCluster servers) {
    application(servers)
        .withPropertyValues("rwsplit.transactions.read-only=replica")
        .run(
            context -> {
              OrderMapper orders = context.getBean(OrderMapper.class);
              JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
              TransactionTemplate readOnly =
                  new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
              readOnly.setReadOnly(true);
              servers.awaitReplication();
              servers.clearStatements();
              List<String> read = new ArrayList<>();
              DataAccessException refusal =
                  assertThatFailingCall(
                          DataAccessException.class,
                          () ->
                              readOnly.executeWithoutResult(
                                  status -> {
                                    read.add(orders.selectById(1).getStatus());
                                    jdbc.update("update orders set status = 'SAVED' where id = 1");
                                  }))
                      .returning();
              assertThat(read).containsExactly("NEW");
              assertThat(refusal).hasMessageContaining("read-only");
              assertThat(servers.replicas().stream().flatMap(node -> node.statements().stream()))
                  .extracting(ReceivedStatement::text)
                  .filteredOn(text -> text.contains("orders"))
                  .containsExactly("select id, user_id, status from orders where id = 1");
              for (MySqlNode node : servers.nodes()) {
                assertThat(Shop.statusOn(node, 1)).isEqualTo("NEW");
              }
            });
  }

  private static ApplicationContextRunner application(MySqlCluster servers) {
    MySqlNode primary = servers.primary();
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                RwSplitAutoConfiguration.class,
                DataSourceAutoConfiguration.class,
                DataSourceInitializationAutoConfiguration.class,
                DataSourceTransactionManagerAutoConfiguration.class,
                JdbcTemplateAutoConfiguration.class,
                MybatisAutoConfiguration.class))
        .withUserConfiguration(Shopping.class)
        .withPropertyValues(
            "spring.datasource.url=" + primary.jdbcUrl(),
            "spring.datasource.username=" + primary.user(),
            "spring.datasource.password=" + primary.password(),
            "mybatis.configuration.map-underscore-to-camel-case=true",
            "rwsplit.audit.enabled=true",
            "rwsplit.groups.reporting.when-none=refuse",
            "rwsplit.replicas.replica-1.url=" + servers.replica(1).jdbcUrl(),
            "rwsplit.replicas.replica-2.url=" + servers.replica(2).jdbcUrl());
  }
}
