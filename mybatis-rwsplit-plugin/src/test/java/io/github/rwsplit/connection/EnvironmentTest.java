package io.github.rwsplit.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.pagehelper.PageHelper;
import com.github.pagehelper.PageInterceptor;
import java.util.List;
import javax.sql.DataSource;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.transaction.SpringManagedTransactionFactory;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The Environment keeps what others look for in it. */
class EnvironmentTest {

  @Test
  void attach_environment_keepsItsIdAndTheApplicationsDataSource() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      Environment environment = both.factory().getConfiguration().getEnvironment();

      assertThat(environment.getDataSource()).isSameAs(both.dataSource());
      assertThat(environment.getId()).isEqualTo("SqlSessionFactoryBean");
      assertThat(environment.getTransactionFactory())
          .isInstanceOf(SpringManagedTransactionFactory.class);
    }
  }

  @Test
  void attach_factoryThatSpringDoesNotManage_staysOneThatSpringDoesNotManage() throws Exception {
    try (TwoDatabases both =
        TwoDatabases.builder().transactionFactory(new JdbcTransactionFactory()).open()) {
      assertThat(both.factory().getConfiguration().getEnvironment().getTransactionFactory())
          .isInstanceOf(RoutingTransactionFactory.class)
          .isNotInstanceOf(SpringManagedTransactionFactory.class);
    }
  }

  @Test
  void transactionManagerOfTheEnvironmentsDataSource_rollsBackTheWrite() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      DataSource found = both.factory().getConfiguration().getEnvironment().getDataSource();
      TransactionTemplate transaction =
          new TransactionTemplate(new DataSourceTransactionManager(found));
      transaction.executeWithoutResult(
          status -> {
            both.items().note("undone");
            status.setRollbackOnly();
          });

      assertThat(both.notesOnPrimary()).isZero();
    }
  }

  @Test
  void failedWriteInATransaction_poolOfOne_isTranslatedWithoutASecondConnection() throws Exception {
    try (TwoDatabases both = TwoDatabases.builder().poolsOfOne().open()) {
      assertThatThrownBy(
              () ->
                  both.required()
                      .executeWithoutResult(
                          status -> {
                            both.items().noteWithId(new Note(1, "first"));
                            both.items().noteWithId(new Note(1, "again"));
                          }))
          .isInstanceOf(DuplicateKeyException.class);
    }
  }

  @Test
  void pageHelperInATransaction_poolOfOne_findsItsDialectWithoutASecondConnection()
      throws Exception {
    try (TwoDatabases both =
        TwoDatabases.builder().poolsOfOne().plugin(new PageInterceptor()).open()) {
      List<String> page =
          both.required()
              .execute(
                  status -> {
                    both.items().note("first");
                    PageHelper.startPage(1, 2);
                    return both.items().all();
                  });

      assertThat(page).containsExactly("P1", "P2");
    }
  }
}
