package io.github.rwsplit.mybatis;

import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.ibatis.cursor.Cursor;

/**
 * A cursor that tells when it ends: consumed, closed, or its session closed. Until then its
 * connection stays with it. Whether it is open cannot be asked: MyBatis says no before the first
 * row was fetched.
 */
final class RoutedCursor<T> implements Cursor<T> {

  private final Cursor<T> delegate;
  private final Ending ending;
  private boolean ended;

  /** What happens once when the cursor ends. */
  interface Ending {
    /** The cursor has ended after so many rows. */
    void ended(long rows);
  }

  RoutedCursor(Cursor<T> delegate, Ending ending) {
    this.delegate = delegate;
    this.ending = ending;
  }

  /** Ends it; doing it again has no effect. */
  void end() {
    if (!ended) {
      ended = true;
      ending.ended(delegate.getCurrentIndex() + 1L);
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
    Iterator<T> rows = delegate.iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        boolean more = rows.hasNext();
        if (!more) {
          end();
        }
        return more;
      }

      @Override
      public T next() {
        try {
          return rows.next();
        } catch (NoSuchElementException e) {
          end();
          throw e;
        }
      }
    };
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
