package io.github.rwsplit.connection;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.FOREIGN_DATASOURCE;
import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.audit.StatementEvent;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/** Sessions and DataSources that others open beside the one that is looked at. */
@ExtendWith(OutputCaptureExtension.class)
class OtherSourcesTest {

  @Test
  void batchSessionOfItsOwnInSupports_pinsTheScopeOfAllSessions() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      Integer seen =
          both.supports()
              .execute(
                  status -> {
                    both.items().notes();
                    // as MyBatis-Plus' saveBatch does
                    try (SqlSession batch = both.factory().openSession(ExecutorType.BATCH)) {
                      batch.getMapper(Items.class).note("a");
                      batch.getMapper(Items.class).note("b");
                      batch.commit(true);
                    }
                    return both.items().notes();
                  });

      assertThat(seen).isEqualTo(2);
      assertThat(both.notesOnReplica()).isZero();
    }
  }

  @Test
  void lazyProxyWithAReadOnlySource_isWarnedAbout_andItsTransactionsAreLeftAlone(
      CapturedOutput output) throws Exception {
    try (HikariDataSource spring = new HikariDataSource()) {
      spring.setJdbcUrl("jdbc:h2:mem:springs-own");
      spring.setUsername("sa");
      new JdbcTemplate(spring).execute("create table item (id int, name varchar(20))");
      new JdbcTemplate(spring).execute("insert into item values (1, 'S1')");
      try (TwoDatabases both =
          TwoDatabases.builder()
              .wrapped(
                  pool -> {
                    LazyConnectionDataSourceProxy lazy = new LazyConnectionDataSourceProxy(pool);
                    lazy.setReadOnlyDataSource(spring);
                    return lazy;
                  })
              .open()) {
        assertThat(both.readOnly().<String>execute(status -> both.items().strong(1)))
            .isEqualTo("S1");
        assertThat(both.required().<String>execute(status -> both.items().strong(1)))
            .isEqualTo("P1");
        assertThat(both.items().eventual(1)).isEqualTo("R1");
        assertThat(both.reasons())
            .containsExactly(FOREIGN_DATASOURCE, TX_READ_WRITE, EVENTUAL_REPLICA);
        assertThat(both.events()).first().extracting(StatementEvent::node).isNull();
      }
    }
    assertThat(output).containsOnlyOnce("has a readOnlyDataSource");
  }

  @Test
  void lazyProxyWithoutAReadOnlySource_isNotWarnedAbout(CapturedOutput output) throws Exception {
    try (TwoDatabases both =
        TwoDatabases.builder().wrapped(LazyConnectionDataSourceProxy::new).open()) {
      assertThat(both.readOnly().<String>execute(status -> both.items().strong(1))).isEqualTo("P1");
    }
    assertThat(output).doesNotContain("readOnlyDataSource");
  }

  @Test
  void sessionOnAConnectionOfTheApplications_isLeftAlone() throws Exception {
    try (TwoDatabases both =
            TwoDatabases.builder().transactionFactory(new JdbcTransactionFactory()).open();
        var connection = both.primaryPool().getConnection();
        SqlSession session = both.factory().openSession(connection)) {
      assertThat(session.getMapper(Items.class).eventual(1)).isEqualTo("P1");
      assertThat(both.reasons()).containsExactly(FOREIGN_DATASOURCE);
    }
  }

  @Test
  void plainSession_writtenThroughASelectAndClosed_leavesItsMarker() throws Exception {
    try (TwoDatabases both =
        TwoDatabases.builder()
            .transactionFactory(new JdbcTransactionFactory())
            .configuration(configuration -> configuration.addMapper(Functions.class))
            .open()) {
      both.jdbc()
          .execute(
              "create alias touch as 'int touch(java.sql.Connection c) throws Exception {"
                  + " return c.createStatement().executeUpdate(\"update item set name = ''Pnew''\");"
                  + " }'");
      RwSplit.inSession(
          "user-1",
          () -> {
            try (SqlSession session = both.factory().openSession()) {
              session.getMapper(Functions.class).touch();
            }
            try (SqlSession session = both.factory().openSession(true)) {
              assertThat(session.getMapper(Items.class).session(1)).isEqualTo("Pnew");
            }
            return null;
          });
    }
  }

  /** A function that writes. */
  interface Functions {
    @org.apache.ibatis.annotations.Select("select touch()")
    int touch();
  }
}
