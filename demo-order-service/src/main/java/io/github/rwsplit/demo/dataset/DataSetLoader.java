package io.github.rwsplit.demo.dataset;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.SplittableRandom;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Fills an empty schema, before the web server opens. A schema with articles in it is left alone.
 *
 * <p>All of it is one transaction, so that an interrupted load leaves nothing, and plain JDBC on
 * the application's DataSource, which is always the primary.
 */
@Component
final class DataSetLoader implements SmartInitializingSingleton {

  private static final Logger log = LoggerFactory.getLogger(DataSetLoader.class);
  private static final long SEED = 20_261_130;

  /** Of two services that start on one schema, one loads and the other waits. */
  private static final String LOCK = "demo-order-service.load";

  private static final int LOCK_SECONDS = 60;

  private final DataSource primary;
  private final Clock clock;
  private final int orders;

  DataSetLoader(DataSource primary, Clock clock, @Value("${demo.orders:100000}") int orders) {
    this.primary = primary;
    this.clock = clock;
    this.orders = orders;
  }

  @Override
  public void afterSingletonsInstantiated() {
    try (Connection connection = primary.getConnection()) {
      locked(connection, () -> loadIfEmpty(connection));
    } catch (SQLException e) {
      throw new IllegalStateException("The data set could not be loaded into the primary", e);
    }
  }

  private interface Work {
    void run() throws SQLException;
  }

  private static void locked(Connection connection, Work work) throws SQLException {
    if (answer(connection, "SELECT GET_LOCK(?, " + LOCK_SECONDS + ")") != 1) {
      throw new SQLException(
          "The lock '%s' must be free within %d s, but was not. Is another service loading?"
              .formatted(LOCK, LOCK_SECONDS));
    }
    try {
      work.run();
    } finally {
      answer(connection, "SELECT RELEASE_LOCK(?)");
    }
  }

  private static int answer(Connection connection, String lockCall) throws SQLException {
    try (PreparedStatement call = connection.prepareStatement(lockCall)) {
      call.setString(1, LOCK);
      try (ResultSet row = call.executeQuery()) {
        row.next();
        return row.getInt(1);
      }
    }
  }

  private void loadIfEmpty(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT EXISTS (SELECT 1 FROM sku)")) {
      row.next();
      if (row.getBoolean(1)) {
        log.info("The schema has data; nothing is loaded");
        return;
      }
    }
    long start = System.nanoTime();
    connection.setAutoCommit(false);
    try {
      check(connection, false);
      load(connection);
      connection.commit();
    } catch (SQLException | RuntimeException e) {
      connection.rollback();
      throw e;
    } finally {
      check(connection, true);
      connection.setAutoCommit(true);
    }
    log.info(
        "Loaded {} orders in {} ms",
        orders,
        Duration.ofNanos(System.nanoTime() - start).toMillis());
  }

  /** The rows are right by construction; unchecked, they load in half the time on every server. */
  private static void check(Connection connection, boolean on) throws SQLException {
    int value = on ? 1 : 0;
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET foreign_key_checks = %d, unique_checks = %d".formatted(value, value));
    }
  }

  private void load(Connection connection) throws SQLException {
    SplittableRandom random = new SplittableRandom(SEED);
    List<Sku> skus = Sku.all(random);
    LocalDateTime now = LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC);
    try (MultiRowInsert users = new MultiRowInsert(connection, "users (id, name)", 2);
        MultiRowInsert sku =
            new MultiRowInsert(connection, "sku (id, code, name, category, price)", 5);
        MultiRowInsert stock = new MultiRowInsert(connection, "inventory (sku_id, available)", 2)) {
      for (int id = 1; id <= OrderHistory.USERS; id++) {
        users.add(id, "User " + id);
      }
      users.flush();
      for (Sku s : skus) {
        sku.add(s.id(), s.code(), s.name(), s.category(), s.price());
        stock.add(s.id(), s.available());
      }
      sku.flush();
      stock.flush();
    }
    insertOrders(connection, new OrderHistory(random, skus, now).orders(orders));
  }

  private static void insertOrders(Connection connection, List<PastOrder> past)
      throws SQLException {
    try (MultiRowInsert orders =
            new MultiRowInsert(
                connection,
                "orders (id, user_id, sku_id, quantity, unit_price, total, status, created_at,"
                    + " updated_at)",
                9);
        MultiRowInsert payments =
            new MultiRowInsert(
                connection, "payment (order_id, amount, status, captured_at, refunded_at)", 5)) {
      int id = 0;
      for (PastOrder o : past) {
        id++;
        orders.add(
            id,
            o.userId(),
            o.sku().id(),
            o.quantity(),
            o.sku().price(),
            o.total(),
            o.status(),
            o.createdAt(),
            o.updatedAt());
      }
      orders.flush();
      id = 0;
      for (PastOrder o : past) {
        id++;
        payments.add(id, o.total(), o.payment(), o.createdAt(), o.refundedAt());
      }
      payments.flush();
    }
  }
}
