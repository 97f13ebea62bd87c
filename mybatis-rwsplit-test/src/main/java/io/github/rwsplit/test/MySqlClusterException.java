package io.github.rwsplit.test;

import org.jspecify.annotations.Nullable;

/**
 * A cluster, or one of its servers, could not do what was asked; the message says what to do next.
 */
public final class MySqlClusterException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  MySqlClusterException(String message) {
    super(message);
  }

  MySqlClusterException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
