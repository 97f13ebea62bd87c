package io.github.rwsplit.mybatis;

import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import org.apache.ibatis.cursor.Cursor;
import org.jspecify.annotations.Nullable;

/**
 * A cursor that tells when it ends: consumed, closed, or its session closed. Until then its
 * connection stays with it. Whether it is open cannot be asked: MyBatis says no before the first
 * row was fetched.
 */
final class RoutedCursor<T> implements Cursor<T> {

  private final Cursor<T> delegate;
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

  RoutedCursor(Cursor<T> delegate, Ending ending) {
    this.delegate = delegate;
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
          end();
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
          end();
          throw e;
        }
      }
    };
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
