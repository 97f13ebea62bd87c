package io.github.rwsplit.connection;

import static io.github.rwsplit.route.RouteReason.SCOPE_PINNED;
import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.extension.plugins.MybatisPlusInterceptor;
import com.baomidou.mybatisplus.extension.plugins.inner.PaginationInnerInterceptor;
import com.baomidou.mybatisplus.extension.plugins.pagination.Page;
import io.github.rwsplit.Pools;
import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Intercepts;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.Signature;
import org.apache.ibatis.reflection.SystemMetaObject;
import org.apache.ibatis.session.ResultHandler;
import org.apache.ibatis.session.RowBounds;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.transaction.Transaction;
import org.junit.jupiter.api.Test;

/** Whoever but MyBatis' executors asks for the connection gets the primary's. */
class OutsideTransactionTest {

  /** A mapper for MyBatis-Plus' pagination. */
  interface Paged {

    @Consistency(ConsistencyLevel.EVENTUAL)
    @Select("select name from item")
    List<String> page(@Param("page") Page<String> page);
  }

  private static void noteByJdbc(SqlSession session) {
    try (Statement statement = session.getConnection().createStatement()) {
      statement.execute("insert into note (text) values ('raw')");
    } catch (java.sql.SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void rawJdbcInAResultHandler_writesOnThePrimary_andPinsTheSession() throws Exception {
    try (TwoDatabases both = TwoDatabases.open();
        SqlSession session = both.factory().openSession(true)) {
      Items items = session.getMapper(Items.class);
      List<String> rows = new ArrayList<>();
      items.each(
          context -> {
            rows.add(context.getResultObject());
            noteByJdbc(session);
          });

      assertThat(rows).containsExactly("R1", "R2", "R3");
      assertThat(both.notesOnPrimary()).isEqualTo(3);
      assertThat(both.notesOnReplica()).isZero();
      assertThat(items.eventual(1)).isEqualTo("P1");
      assertThat(both.reasons()).last().isEqualTo(SCOPE_PINNED);
    }
  }

  @Test
  void dialectAsked_whileAReplicaMayServe_takesNoConnectionAndPinsNothing() throws Exception {
    try (TwoDatabases both = TwoDatabases.open();
        SqlSession session = both.factory().openSession(true)) {
      Items items = session.getMapper(Items.class);
      List<String> products = new ArrayList<>();
      items.each(
          context -> {
            Connection connection = session.getConnection();
            try {
              products.add(connection.getMetaData().getDatabaseProductName());
            } catch (java.sql.SQLException e) {
              throw new IllegalStateException(e);
            }
          });

      assertThat(products).hasSize(3).containsOnly("H2");
      Pools.assertAllReturned(both.primaryPool());
      assertThat(items.eventual(1)).isEqualTo("R1");
    }
  }

  @Test
  void mybatisPlusPaginationWithoutDbType_primaryPoolExhausted_stillReadsFromTheReplica()
      throws Exception {
    MybatisPlusInterceptor plus = new MybatisPlusInterceptor();
    plus.addInnerInterceptor(new PaginationInnerInterceptor());
    try (TwoDatabases both =
            TwoDatabases.builder()
                .poolsOfOne()
                .plugin(plus)
                .configuration(configuration -> configuration.addMapper(Paged.class))
                .open();
        Connection taken = both.primaryPool().getConnection()) {
      assertThat(taken).isNotNull();
      Page<String> page = new Page<>(1, 2);

      assertThat(both.mapper(Paged.class).page(page)).containsExactly("R1", "R2");
      assertThat(page.getTotal()).isEqualTo(3);
    }
  }

  @Test
  void pluginThatReadsTheDelegateByReflection_getsThePrimarysConnection_andPins() throws Exception {
    Reflective plugin = new Reflective();
    try (TwoDatabases both = TwoDatabases.builder().plugin(plugin).open();
        SqlSession session = both.factory().openSession(true)) {
      assertThat(session.getMapper(Items.class).eventual(1)).isEqualTo("P1");

      assertThat(plugin.url).contains("two-p");
      assertThat(both.notesOnPrimary()).isEqualTo(1);
      assertThat(both.notesOnReplica()).isZero();
    }
  }

  /** As plugins do that know MyBatis' fields. */
  @Intercepts(
      @Signature(
          type = Executor.class,
          method = "query",
          args = {MappedStatement.class, Object.class, RowBounds.class, ResultHandler.class}))
  static final class Reflective implements Interceptor {

    private String url = "";

    @Override
    public Object intercept(Invocation invocation) throws Throwable {
      Transaction transaction =
          (Transaction)
              SystemMetaObject.forObject(invocation.getTarget())
                  .getValue("delegate.delegate.transaction");
      Connection connection = transaction.getConnection();
      url = connection.getMetaData().getURL();
      try (Statement statement = connection.createStatement()) {
        statement.execute("insert into note (text) values ('reflective')");
      }
      return invocation.proceed();
    }
  }
}
