package io.github.rwsplit.mybatis;

import org.apache.ibatis.session.ResultContext;
import org.apache.ibatis.session.ResultHandler;

/** Counts the rows that were handed to the application, which no second attempt can take back. */
final class CountingHandler implements ResultHandler<Object> {

  private final ResultHandler<Object> delegate;
  private Runnable beforeFirst = () -> {};
  private long rows;

  @SuppressWarnings("unchecked")
  CountingHandler(ResultHandler<?> delegate) {
    this.delegate = (ResultHandler<Object>) delegate;
  }

  /** What is to run before the application sees the first row. */
  void beforeFirst(Runnable action) {
    beforeFirst = action;
  }

  @Override
  public void handleResult(ResultContext<? extends Object> context) {
    if (rows++ == 0) {
      beforeFirst.run();
    }
    delegate.handleResult(context);
  }

  long rows() {
    return rows;
  }
}
