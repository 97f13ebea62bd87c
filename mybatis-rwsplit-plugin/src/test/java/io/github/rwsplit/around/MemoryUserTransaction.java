package io.github.rwsplit.around;

import jakarta.transaction.Status;
import jakarta.transaction.UserTransaction;

/** A transaction of JTA without resources: it begins and ends, and nobody takes part in it. */
public final class MemoryUserTransaction implements UserTransaction {

  private int status = Status.STATUS_NO_TRANSACTION;

  @Override
  public void begin() {
    status = Status.STATUS_ACTIVE;
  }

  @Override
  public void commit() {
    status = Status.STATUS_NO_TRANSACTION;
  }

  @Override
  public void rollback() {
    status = Status.STATUS_NO_TRANSACTION;
  }

  @Override
  public void setRollbackOnly() {
    status = Status.STATUS_MARKED_ROLLBACK;
  }

  @Override
  public int getStatus() {
    return status;
  }

  @Override
  public void setTransactionTimeout(int seconds) {
    // there is nobody who would wait
  }
}
