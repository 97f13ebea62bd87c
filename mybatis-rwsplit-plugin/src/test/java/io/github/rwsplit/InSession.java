package io.github.rwsplit;

import java.util.concurrent.Callable;

/** {@link RwSplit#inSession} where nothing checked can be thrown, as in Spring's callbacks. */
public final class InSession {

  private InSession() {}

  public static <T> T inSession(String key, Callable<T> work) {
    try {
      return RwSplit.inSession(key, work);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
