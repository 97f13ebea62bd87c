package io.github.rwsplit.cases;

import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.pagehelper.PageHelper;
import com.github.pagehelper.PageInterceptor;
import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.ReceivedStatement;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.cursor.Cursor;
import org.apache.ibatis.mapping.StatementType;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code rwsplit.sql-comment=static}: what the servers show tells the route, and nothing else is
 * otherwise than without it.
 */
@WithMySqlCluster(replicas = 1)
class SqlCommentOnMySqlTest {

  private static final String MAPPER = OrderMapper.class.getName();

  interface Own {

    @Consistency(ConsistencyLevel.EVENTUAL)
    @Select("select /* mine */ count(*) from orders")
    long commented();

    @Consistency(ConsistencyLevel.EVENTUAL)
    @Select("select count(*) from orders where status = 'NEW'")
    @Options(statementType = StatementType.STATEMENT)
    long unprepared();
  }

  private static Shop.Builder commenting(MySqlCluster servers) {
    return Shop.on(servers).property("sql-comment", "static");
  }

  private static List<String> texts(MySqlNode node) {
    return node.statements().stream().map(ReceivedStatement::text).toList();
  }

  @Test
  void statements_ofEachKind_carryWhereTheyComeFrom(MySqlCluster servers) throws Exception {
    try (Shop shop = commenting(servers).mapper(Own.class).open()) {
      assertThatCall(() -> shop.orders().selectById(1)).ranOn(REPLICA);
      assertThatCall(() -> shop.orders().selectByIdStrong(1)).ranOn(PRIMARY);
      Order order = new Order(7, "NEW");
      assertThatCall(() -> shop.orders().insert(order)).ranOn(PRIMARY);
      assertThat(order.getId()).isGreaterThan(3);
      shop.mapper(Own.class).commented();
      shop.mapper(Own.class).unprepared();
      shop.orders().insertWithKeyBefore(new Order(8, "NEW"));

      assertThat(texts(servers.replica(1)))
          .containsExactly(
              "select id, user_id, status from orders where id = 1 /*level='EVENTUAL',"
                  + "reason='EVENTUAL_REPLICA',statement='"
                  + MAPPER
                  + ".selectById'*/",
              "select /* mine */ count(*) from orders",
              "select count(*) from orders where status = 'NEW'");
      assertThat(texts(servers.primary()))
          .contains(
              "select id, user_id, status from orders where id = 1 /*level='STRONG',"
                  + "reason='STRONG',statement='"
                  + MAPPER
                  + ".selectByIdStrong'*/",
              "insert into orders (user_id, status) values (7, 'NEW') /*reason='WRITE',statement='"
                  + MAPPER
                  + ".insert'*/")
          .anyMatch(text -> text.endsWith("insertWithKeyBefore%21selectKey'*/"));
    }
  }

  @Test
  void performanceSchema_ofTheServer_showsIt(MySqlCluster servers) throws Exception {
    try (Shop shop = commenting(servers).open()) {
      shop.orders().selectById(3);
      List<String> seen = new ArrayList<>();
      try (Connection admin = servers.replica(1).adminConnection();
          Statement statement = admin.createStatement();
          ResultSet rows =
              statement.executeQuery(
                  "select sql_text from performance_schema.events_statements_current"
                      + " where sql_text like 'select id, user_id%where id = 3%'")) {
        while (rows.next()) {
          seen.add(rows.getString(1));
        }
      }
      assertThat(seen)
          .anyMatch(text -> text.contains("reason='EVENTUAL_REPLICA',statement='" + MAPPER));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "static"})
  void serverPrepared_manyTimes_arePreparedOnce(String comment, MySqlCluster servers)
      throws Exception {
    try (Shop shop =
        Shop.on(servers)
            .property("sql-comment", comment)
            .property("replicas.replica-1.pool.maximum-pool-size", "1")
            .poolSize(2)
            .parameters("&useServerPrepStmts=true&cachePrepStmts=true")
            .open()) {
      shop.orders().selectById(1);
      shop.orders().selectById(1);
      long before = prepares(servers.replica(1));
      for (int i = 0; i < 50; i++) {
        shop.orders().selectById(1 + i % 3);
      }
      assertThat(prepares(servers.replica(1)) - before).isZero();
    }
  }

  private static long prepares(MySqlNode node) throws Exception {
    try (Connection admin = node.adminConnection();
        Statement statement = admin.createStatement();
        ResultSet row = statement.executeQuery("show global status like 'Com_stmt_prepare'")) {
      row.next();
      return row.getLong(2);
    }
  }

  @ParameterizedTest
  @EnumSource(ExecutorType.class)
  void executors_ofEachKind_workAsBefore(ExecutorType type, MySqlCluster servers) throws Exception {
    try (Shop shop = commenting(servers).executor(type).open();
        SqlSession session = shop.factory().openSession(type, true)) {
      OrderMapper orders = session.getMapper(OrderMapper.class);
      Order first = new Order(5, "NEW");
      Order second = new Order(5, "NEW");
      orders.insert(first);
      orders.insert(second);
      session.flushStatements();
      assertThat(second.getId()).isGreaterThan(first.getId());
      assertThat(orders.selectByIdStrong(first.getId()).getStatus()).isEqualTo("NEW");
      assertThat(orders.selectList(1)).hasSize(2);
      assertThat(orders.selectList(1)).hasSize(2);
      try (Cursor<Order> rows = orders.streamAll()) {
        assertThat(rows).hasSizeGreaterThanOrEqualTo(5);
      }
      assertThat(texts(servers.primary()))
          .filteredOn(text -> text.contains("insert into"))
          .isNotEmpty()
          .allMatch(text -> text.contains("statement='" + MAPPER + ".insert'"));
    }
  }

  @Test
  void batch_rewrittenByTheDriver_isStillRewritten(MySqlCluster servers) throws Exception {
    try (Shop shop = commenting(servers).parameters("&rewriteBatchedStatements=true").open();
        SqlSession session = shop.factory().openSession(ExecutorType.BATCH, true)) {
      OrderMapper orders = session.getMapper(OrderMapper.class);
      List<Order> batch = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        batch.add(new Order(9, "NEW"));
        orders.insert(batch.get(i));
      }
      session.flushStatements();

      assertThat(batch).extracting(Order::getId).doesNotHaveDuplicates().doesNotContainNull();
      List<String> inserts =
          texts(servers.primary()).stream().filter(text -> text.startsWith("insert")).toList();
      assertThat(inserts).hasSizeLessThan(20).allMatch(text -> text.endsWith(".insert'*/"));
    }
  }

  @Test
  void pageHelper_countAndPage_carryTheirOwnIds(MySqlCluster servers) throws Exception {
    PageInterceptor pager = new PageInterceptor();
    java.util.Properties dialect = new java.util.Properties();
    dialect.setProperty("helperDialect", "mysql");
    pager.setProperties(dialect);
    try (Shop shop = commenting(servers).plugin(pager).open()) {
      PageHelper.startPage(1, 1);
      assertThat(shop.orders().selectList(1)).hasSize(1);

      assertThat(texts(servers.replica(1)))
          .hasSize(2)
          .satisfies(all -> assertThat(all.get(0)).endsWith(".selectList_COUNT'*/"))
          .satisfies(all -> assertThat(all.get(1)).endsWith(".selectList'*/"));
      assertThat(shop.events())
          .extracting(StatementEvent::decision)
          .containsOnly(shop.lastEvent().decision());
    }
  }

  @Test
  void auditSql_normalized_isWhatWasSentWithoutLiteralsAndWithoutOurComment(MySqlCluster servers)
      throws Exception {
    try (Shop shop =
        commenting(servers).mapper(Own.class).property("audit.sql", "normalized").open()) {
      shop.mapper(Own.class).unprepared();
      assertThat(shop.lastEvent().sql()).isEqualTo("select count(*) from orders where status = ?");
      shop.orders().updateStatus(1, "secret");
      assertThat(shop.lastEvent().sql()).isEqualTo("update orders set status = ? where id = ?");
      assertThat(shop.lastEvent().acquireMicros()).isNotNegative();
    }
  }

  @Test
  void off_noStatement_carriesAComment(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.open(servers)) {
      shop.orders().selectById(1);
      shop.orders().updateStatus(1, "PAID");
      assertThat(shop.lastEvent().sql()).isNull();
      assertThat(servers.nodes())
          .flatExtracting(SqlCommentOnMySqlTest::texts)
          .isNotEmpty()
          .noneMatch(text -> text.contains("/*"));
    }
  }
}
