package io.github.rwsplit.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.apache.ibatis.session.TransactionIsolationLevel;
import org.apache.ibatis.transaction.Transaction;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.transaction.SpringManagedTransaction;
import org.mybatis.spring.transaction.SpringManagedTransactionFactory;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A session has no Transaction for the primary before it needs one. */
class UnusedTransactionTest {

  private final DataSource dataSource = new DriverManagerDataSource("jdbc:h2:mem:unused");
  private final UnusedTransaction unused =
      new UnusedTransaction(new SpringManagedTransactionFactory(), dataSource);

  /** An application's own, which may do anything when it is asked for a Transaction. */
  private static final class Counting extends SpringManagedTransactionFactory {
    private final AtomicInteger asked = new AtomicInteger();

    @Override
    public Transaction newTransaction(
        DataSource source, TransactionIsolationLevel level, boolean autoCommit) {
      asked.incrementAndGet();
      return super.newTransaction(source, level, autoCommit);
    }
  }

  @Test
  void end_ofWhatWasNotUsed_isNothing() throws Exception {
    unused.commit();
    unused.rollback();
    unused.close();

    assertThat(unused.getTimeout()).isNull();
    assertThatThrownBy(unused::getConnection).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void make_isSpringsTransactionOfTheSameDataSource() {
    assertThat(unused.make()).isInstanceOf(SpringManagedTransaction.class);
    assertThat(unused.isOf(dataSource)).isTrue();
    assertThat(unused.isOf(new DriverManagerDataSource())).isFalse();
  }

  @Test
  void timeoutOfSpringsTransaction_isToldBeforeTheSessionUsesThePrimary() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      UnusedTransaction ofPrimary =
          new UnusedTransaction(new SpringManagedTransactionFactory(), both.dataSource());
      var limited = both.required();
      limited.setTimeout(30);

      Integer seconds = limited.execute(status -> timeout(ofPrimary));

      assertThat(seconds).isBetween(1, 30);
    }
  }

  private static Integer timeout(Transaction transaction) {
    try {
      return transaction.getTimeout();
    } catch (java.sql.SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void factoryOfTheApplications_isAskedForEachSession() throws Exception {
    Counting factory = new Counting();
    try (TwoDatabases both = TwoDatabases.builder().transactionFactory(factory).open()) {
      int before = factory.asked.get();

      both.items().eventual(1);
      both.items().eventual(1);

      assertThat(factory.asked).hasValue(before + 2);
    }
  }
}
