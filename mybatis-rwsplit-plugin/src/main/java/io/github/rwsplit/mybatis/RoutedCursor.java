package io.github.rwsplit.mybatis;

import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.ibatis.cursor.Cursor;
import org.apache.ibatis.executor.ExecutorException;
import org.jspecify.annotations.Nullable;

/**
 * A cursor that tells when it ends: consumed, closed, or its session closed. Until then its
 * connection stays with it. When that is lost, it fails: MyBatis would take a closed result for the
 * end of the data, and nobody would miss the rest. Whether it is open cannot be asked: MyBatis says
 * no before the first row was fetched.
 */
final class RoutedCursor<T> implements Cursor<T> {

  private final Cursor<T> delegate;
  private final String statement;
  private final BooleanSupplier lost;
  private final Ending ending;
  private long rows;
  private @Nullable RuntimeException error;
  private boolean ended;

  /** What happens once when the cursor ends. */
  interface Ending {
    /**
     * The cursor has ended.
     *
     * @param rows how many it has handed out
     * @param error what it failed with; null where it did not
     */
    void ended(RoutedCursor<?> cursor, long rows, @Nullable RuntimeException error);
  }

  /**
   * @param statement the mapped statement's id, for errors
   * @param lost whether its connection has been lost
   */
  RoutedCursor(Cursor<T> delegate, String statement, BooleanSupplier lost, Ending ending) {
    this.delegate = delegate;
    this.statement = statement;
    this.lost = lost;
    this.ending = ending;
  }

  /** Ends it; doing it again has no effect. */
  void end() {
    if (!ended) {
      ended = true;
      ending.ended(this, rows, error);
    }
  }

  @Override
  public boolean isOpen() {
    return delegate.isOpen();
  }

  @Override
  public boolean isConsumed() {
    return delegate.isConsumed();
  }

  @Override
  public int getCurrentIndex() {
    return delegate.getCurrentIndex();
  }

  @Override
  public Iterator<T> iterator() {
    Iterator<T> all = delegate.iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        boolean more = noted(all::hasNext);
        if (!more) {
          atEnd();
        }
        return more;
      }

      @Override
      public T next() {
        try {
          T row = noted(all::next);
          rows++;
          return row;
        } catch (NoSuchElementException e) {
          atEnd();
          throw e;
        }
      }
    };
  }

  /** No more rows are to be had, because there are none, or because they are out of reach. */
  private void atEnd() {
    boolean cut = !ended && lost.getAsBoolean();
    if (cut) {
      error = cutOff(statement, rows);
    }
    end();
    if (cut && error != null) {
      throw error;
    }
  }

  /** What a read fails with whose rows end where its connection ended. */
  static ExecutorException cutOff(String statement, long rows) {
    return new ExecutorException(
        "The connection of %s was lost after %d rows, and others may be missing; read it again"
            .formatted(statement, rows));
  }

  private <R> R noted(Supplier<R> step) {
    try {
      return step.get();
    } catch (NoSuchElementException e) {
      throw e;
    } catch (RuntimeException e) {
      error = e;
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      delegate.close();
    } finally {
      end();
    }
  }
}
