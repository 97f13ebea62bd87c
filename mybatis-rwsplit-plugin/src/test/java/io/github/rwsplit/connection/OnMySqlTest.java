package io.github.rwsplit.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.ReceivedStatement;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.apache.ibatis.cursor.Cursor;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.LocalCacheScope;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.SqlSessionFactoryBean;
import org.mybatis.spring.SqlSessionTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** What in-memory databases cannot show: snapshots, streams and batches of real servers. */
@WithMySqlCluster(replicas = 1)
class OnMySqlTest {

  /** Names of things. */
  interface Things {

    String NAME = "select name from thing where id = #{id}";

    @Consistency(ConsistencyLevel.EVENTUAL)
    @Select(NAME)
    String eventual(int id);

    @Consistency(ConsistencyLevel.STRONG)
    @Select(NAME)
    String strong(int id);

    @Consistency(ConsistencyLevel.EVENTUAL)
    @Select("select name from thing order by id")
    @Options(fetchSize = Integer.MIN_VALUE)
    Cursor<String> stream();

    @Update("update thing set name = 'new' where id = #{id}")
    int rename(int id);

    @Insert("insert into thing (name) values (#{name})")
    int add(String name);
  }

  private HikariDataSource pool;
  private RwSplitCluster cluster;
  private SqlSessionFactory factory;
  private Things things;
  private DataSourceTransactionManager transactions;
  private MySqlNode primary;
  private MySqlNode replica;

  @BeforeEach
  void open(MySqlCluster servers) throws Exception {
    primary = servers.primary();
    replica = servers.replica(1);
    sql(
        "drop table if exists thing",
        "create table thing (id int primary key auto_increment, name varchar(20))",
        "insert into thing (name) values ('a'), ('b'), ('c')");
    servers.awaitReplication();
    pool = new HikariDataSource();
    pool.setJdbcUrl(primary.jdbcUrl());
    pool.setUsername(primary.user());
    pool.setPassword(primary.password());
    Configuration configuration = new Configuration();
    configuration.setLocalCacheScope(LocalCacheScope.STATEMENT);
    configuration.addMapper(Things.class);
    SqlSessionFactoryBean bean = new SqlSessionFactoryBean();
    bean.setDataSource(pool);
    bean.setConfiguration(configuration);
    factory = bean.getObject();
    cluster =
        RwSplitCluster.builder(pool)
            .property("replicas.replica-1.url", replica.jdbcUrl())
            .property("transactions.read-only", "replica")
            .build();
    cluster.attach(factory);
    cluster.start();
    things = new SqlSessionTemplate(factory).getMapper(Things.class);
    transactions = new DataSourceTransactionManager(pool);
    servers.clearStatements();
  }

  /** Past everything that is tested. */
  private void sql(String... statements) {
    try (Connection connection = primary.connect();
        Statement statement = connection.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void close() {
    cluster.close();
    pool.close();
  }

  private TransactionTemplate in(int propagation, boolean readOnly) {
    TransactionTemplate scope = new TransactionTemplate(transactions);
    scope.setPropagationBehavior(propagation);
    scope.setReadOnly(readOnly);
    return scope;
  }

  @Test
  void readOnlyTransactionOnAReplica_keepsOneSnapshot_andLeavesNothingOnTheConnection(
      MySqlCluster servers) {
    List<String> seen = new ArrayList<>();
    in(TransactionDefinition.PROPAGATION_REQUIRED, true)
        .executeWithoutResult(
            status -> {
              seen.add(things.eventual(1));
              sql("update thing set name = 'new' where id = 1");
              servers.awaitReplication();
              seen.add(things.eventual(1));
              seen.add(things.strong(1));
            });
    seen.add(things.eventual(1));

    // the primary's snapshot of the same transaction began after the change
    assertThat(seen).containsExactly("a", "a", "new", "new");
    assertThat(replica.statements()).hasSize(3);
    assertThat(primary.statements())
        .extracting(ReceivedStatement::text)
        .filteredOn(text -> text.startsWith("select name"))
        .hasSize(1);
  }

  @Test
  void readOnlyTransactionOnAReplica_readCommitted_isThatOnTheReplicaToo(MySqlCluster servers) {
    TransactionTemplate scope = in(TransactionDefinition.PROPAGATION_REQUIRED, true);
    scope.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    List<String> seen = new ArrayList<>();
    scope.executeWithoutResult(
        status -> {
          seen.add(things.eventual(1));
          sql("update thing set name = 'new' where id = 1");
          servers.awaitReplication();
          seen.add(things.eventual(1));
        });

    assertThat(seen).containsExactly("a", "new");
  }

  @Test
  void supports_writeBetweenReads_isOnThePrimary() {
    in(TransactionDefinition.PROPAGATION_SUPPORTS, false)
        .executeWithoutResult(
            status -> {
              things.eventual(1);
              things.rename(1);
              assertThat(things.eventual(1)).isEqualTo("new");
            });

    assertThat(replica.statements()).hasSize(1);
    assertThat(primary.statements()).hasSize(2);
  }

  @Test
  void streamFromTheReplica_strongReadHalfWay_losesNoRow() {
    List<String> rows = new ArrayList<>();
    try (SqlSession session = factory.openSession(true)) {
      Things mapper = session.getMapper(Things.class);
      Iterator<String> stream = mapper.stream().iterator();
      rows.add(stream.next());
      assertThat(mapper.strong(2)).isEqualTo("b");
      stream.forEachRemaining(rows::add);
      assertThat(mapper.eventual(3)).isEqualTo("c");
    }

    assertThat(rows).containsExactly("a", "b", "c");
    assertThat(replica.statements()).hasSize(2);
    assertThat(primary.statements()).hasSize(1);
  }

  @Test
  void batch_afterAReadOnTheReplica_isFlushedOnThePrimary() {
    try (SqlSession session = factory.openSession(ExecutorType.BATCH, false)) {
      Things mapper = session.getMapper(Things.class);
      mapper.eventual(1);
      mapper.add("d");
      mapper.add("e");
      session.commit();
    }

    assertThat(replica.statements()).hasSize(1);
    assertThat(primary.statements())
        .extracting(ReceivedStatement::text)
        .allMatch(text -> text.startsWith("insert"))
        .isNotEmpty();
  }
}
