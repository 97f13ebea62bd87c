package io.github.rwsplit.cases;

import static io.github.rwsplit.annotation.ConsistencyLevel.SESSION;
import static io.github.rwsplit.annotation.ConsistencyLevel.STRONG;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rwsplit.annotation.Consistency;
import java.sql.Connection;
import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.apache.ibatis.exceptions.PersistenceException;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.mybatis.spring.SqlSessionTemplate;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Every way in which work ends up in the database, or does not. */
final class CommitRows {

  /** Statements that only these need. */
  interface Extra {

    @Consistency(SESSION)
    @Select("select concat(id, status) from orders order by id")
    List<String> allInSession();

    @Consistency(STRONG)
    @Select("select concat(id, status) from orders order by id")
    List<String> allStrong();

    @Insert("insert into orders (id, user_id, status) values (#{id}, 1, 'NEW')")
    int insertAs(long id);

    @Update("create table extra (id int)")
    int create();

    @Update("drop table extra")
    int drop();

    @Update("call two_orders()")
    int call();
  }

  static final String[] SCHEMA = {
    "drop table if exists extra",
    "drop procedure if exists two_orders",
    "create procedure two_orders() begin insert into orders (user_id, status) values (8, 'A');"
        + " insert into orders (user_id, status) values (8, 'B'); end"
  };

  /** Who sees the commit, if nobody is told by the driver. */
  enum Seen {
    /** The mapper wrote, so a question may take the answer's place. */
    BY_MAPPER,
    /** It is committed behind all callbacks, or by a statement whose transaction is undone. */
    LATE,
    /** Other code wrote, and only the driver hears of it. */
    BY_DRIVER
  }

  /** What an application does. */
  interface Work {
    void in(Shop shop);
  }

  /**
   * @param writes whether anything of it is in the database in the end
   */
  record Row(String name, boolean writes, Seen seen, Work work) {

    static Row writes(String name, Work work) {
      return new Row(name, true, Seen.BY_MAPPER, work);
    }

    static Row undone(String name, Work work) {
      return new Row(name, false, Seen.BY_MAPPER, work);
    }

    static Row other(String name, Work work) {
      return new Row(name, true, Seen.BY_DRIVER, work);
    }

    static Row late(String name, Work work) {
      return new Row(name, true, Seen.LATE, work);
    }
  }

  static final List<Row> ALL =
      List.of(
          Row.writes("update", shop -> shop.orders().updateStatus(1, "UPDATED")),
          Row.writes("insert", shop -> shop.orders().insert(new Order(7, "NEW"))),
          Row.writes("insert with a key", CommitRows::insertWithKey),
          Row.writes("delete", shop -> shop.orders().delete(3)),
          Row.writes("create", shop -> extra(shop).create()),
          Row.writes("drop", shop -> extra(shop).drop()),
          Row.writes("call", shop -> extra(shop).call()),
          Row.undone("update of no row", shop -> shop.orders().updateStatus(99_999, "NONE")),
          Row.undone("failed", CommitRows::failedInsert),
          Row.writes("transaction", CommitRows::transaction),
          Row.undone("rollback", CommitRows::rollback),
          Row.undone("locking read", shop -> inTransaction(shop, () -> shop.orders().lockById(1))),
          Row.undone("savepoint undone", shop -> inTransaction(shop, () -> nested(shop, true))),
          Row.writes("savepoint kept", shop -> inTransaction(shop, () -> nested(shop, false))),
          Row.writes("a part undone", CommitRows::partUndone),
          Row.writes("suspended, outer undone", CommitRows::innerKept),
          Row.writes("suspended, inner undone", CommitRows::outerKept),
          Row.writes("new transaction after the commit", shop -> afterCommit(shop, true)),
          Row.late("write after the commit", shop -> afterCommit(shop, false)),
          Row.writes("write before the commit", CommitRows::beforeCommit),
          Row.writes("ddl in a transaction", CommitRows::ddlCommitted),
          Row.late("ddl in a transaction undone", CommitRows::ddlRolledBack),
          Row.writes("batch", shop -> batch(shop, 201, 202, 203)),
          Row.writes("batch that fails in the middle", CommitRows::failingBatch),
          Row.writes("batch in a transaction", CommitRows::batchCommitted),
          Row.undone("failing batch in a transaction", CommitRows::batchRolledBack),
          Row.writes("plain session", shop -> plain(shop, SqlSession::commit)),
          Row.undone("plain session undone", shop -> plain(shop, SqlSession::rollback)),
          Row.undone("plain session left", shop -> plain(shop, session -> {})),
          Row.writes("plain session, autocommit", CommitRows::plainAutoCommit),
          Row.writes("mapper and JdbcTemplate", CommitRows::mixed),
          Row.other("JdbcTemplate", shop -> jdbc(shop, "JDBC")),
          Row.other(
              "JdbcTemplate in a transaction", shop -> inTransaction(shop, () -> jdbc(shop, "TX"))),
          Row.other("autocommit switched on", CommitRows::switchedOn),
          Row.other("begin and commit as text", CommitRows::asText));

  private CommitRows() {}

  static Extra extra(Shop shop) {
    return shop.mapper(Extra.class);
  }

  private static void inTransaction(Shop shop, Runnable work) {
    shop.required().executeWithoutResult(status -> work.run());
  }

  private static void jdbc(Shop shop, String status) {
    shop.jdbc().update("update orders set status = ? where id = 2", status);
  }

  private static void insertWithKey(Shop shop) {
    shop.orders().insertWithKeyBefore(new Order(7, "NEW"));
    shop.orders().insertWithKeyAfter(new Order(7, "NEW"));
  }

  private static void failedInsert(Shop shop) {
    assertThatThrownBy(() -> extra(shop).insertAs(1)).isInstanceOf(DuplicateKeyException.class);
  }

  private static void transaction(Shop shop) {
    inTransaction(
        shop,
        () -> {
          shop.orders().updateStatus(1, "ONE");
          shop.orders().updateStatus(2, "TWO");
        });
  }

  private static void rollback(Shop shop) {
    shop.required()
        .executeWithoutResult(
            status -> {
              shop.orders().updateStatus(1, "UNDONE");
              status.setRollbackOnly();
            });
  }

  private static void nested(Shop shop, boolean undone) {
    shop.in(TransactionDefinition.PROPAGATION_NESTED)
        .executeWithoutResult(
            status -> {
              shop.orders().updateStatus(1, "NESTED");
              if (undone) {
                status.setRollbackOnly();
              }
            });
  }

  private static void partUndone(Shop shop) {
    inTransaction(
        shop,
        () -> {
          shop.orders().updateStatus(2, "KEPT");
          nested(shop, true);
        });
  }

  private static void innerKept(Shop shop) {
    shop.required()
        .executeWithoutResult(
            status -> {
              shop.orders().updateStatus(2, "UNDONE");
              shop.requiresNew()
                  .executeWithoutResult(inner -> shop.orders().updateStatus(1, "INNER"));
              status.setRollbackOnly();
            });
  }

  private static void outerKept(Shop shop) {
    inTransaction(
        shop,
        () -> {
          shop.orders().updateStatus(2, "OUTER");
          shop.requiresNew()
              .executeWithoutResult(
                  inner -> {
                    shop.orders().updateStatus(1, "UNDONE");
                    inner.setRollbackOnly();
                  });
        });
  }

  private static void afterCommit(Shop shop, boolean inNewTransaction) {
    inTransaction(
        shop,
        () -> {
          shop.orders().updateStatus(1, "BEFORE");
          TransactionSynchronizationManager.registerSynchronization(
              new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                  if (inNewTransaction) {
                    shop.requiresNew()
                        .executeWithoutResult(x -> shop.orders().updateStatus(2, "AFTER"));
                  } else {
                    shop.orders().updateStatus(2, "LATE");
                  }
                }
              });
        });
  }

  private static void beforeCommit(Shop shop) {
    inTransaction(
        shop,
        () -> {
          shop.orders().selectByIdUndeclared(1);
          TransactionSynchronizationManager.registerSynchronization(
              new TransactionSynchronization() {
                @Override
                public void beforeCommit(boolean readOnly) {
                  shop.orders().updateStatus(1, "IN TIME");
                }
              });
        });
  }

  private static void ddlCommitted(Shop shop) {
    inTransaction(
        shop,
        () -> {
          shop.orders().updateStatus(1, "DDL");
          extra(shop).create();
        });
    extra(shop).drop();
  }

  private static void ddlRolledBack(Shop shop) {
    shop.required()
        .executeWithoutResult(
            status -> {
              shop.orders().updateStatus(1, "DDL UNDONE");
              extra(shop).create();
              extra(shop).drop();
              status.setRollbackOnly();
            });
  }

  private static void batch(Shop shop, long... ids) {
    try (SqlSession session = shop.factory().openSession(ExecutorType.BATCH, true)) {
      insertAll(session.getMapper(Extra.class), ids);
      session.flushStatements();
    }
  }

  private static void insertAll(Extra mapper, long... ids) {
    for (long id : ids) {
      mapper.insertAs(id);
    }
  }

  private static void failingBatch(Shop shop) {
    assertThatThrownBy(() -> batch(shop, 211, 1, 212)).isInstanceOf(PersistenceException.class);
  }

  private static Extra batching(Shop shop) {
    return new SqlSessionTemplate(shop.factory(), ExecutorType.BATCH).getMapper(Extra.class);
  }

  private static void batchCommitted(Shop shop) {
    inTransaction(shop, () -> insertAll(batching(shop), 221, 222));
  }

  private static void batchRolledBack(Shop shop) {
    assertThatThrownBy(() -> inTransaction(shop, () -> insertAll(batching(shop), 231, 1)))
        .isInstanceOf(DuplicateKeyException.class);
  }

  private static SqlSessionFactory plainFactory(Shop shop) {
    Configuration configuration = new Configuration();
    configuration.setEnvironment(
        new Environment("plain", new JdbcTransactionFactory(), shop.dataSource()));
    configuration.addMapper(OrderMapper.class);
    SqlSessionFactory factory = new SqlSessionFactoryBuilder().build(configuration);
    shop.cluster().attach(factory);
    return factory;
  }

  /** How a session ends. */
  private interface End {
    void of(SqlSession session);
  }

  private static void plain(Shop shop, End end) {
    try (SqlSession session = plainFactory(shop).openSession(false)) {
      session.getMapper(OrderMapper.class).updateStatus(1, "PLAIN");
      end.of(session);
    }
  }

  private static void plainAutoCommit(Shop shop) {
    try (SqlSession session = plainFactory(shop).openSession(true)) {
      session.getMapper(OrderMapper.class).updateStatus(1, "PLAIN AUTO");
    }
  }

  private static void mixed(Shop shop) {
    inTransaction(
        shop,
        () -> {
          shop.orders().updateStatus(1, "MIXED");
          jdbc(shop, "MIXED");
        });
  }

  private static void switchedOn(Shop shop) {
    shop.jdbc()
        .execute(
            (ConnectionCallback<Void>)
                connection -> {
                  connection.setAutoCommit(false);
                  update(connection, "update orders set status = 'OPEN' where id = 2");
                  connection.setAutoCommit(true);
                  return null;
                });
  }

  private static void asText(Shop shop) {
    shop.jdbc()
        .execute(
            (ConnectionCallback<Void>)
                connection -> {
                  update(connection, "begin");
                  update(connection, "update orders set status = 'TEXT' where id = 2");
                  update(connection, "commit");
                  return null;
                });
  }

  private static void update(Connection connection, String text) throws java.sql.SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(text);
    }
  }
}
