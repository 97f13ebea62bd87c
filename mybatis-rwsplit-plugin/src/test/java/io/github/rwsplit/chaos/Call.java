package io.github.rwsplit.chaos;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * One call as its caller saw it.
 *
 * @param begun a {@code System.nanoTime()}
 * @param server the server_uuid that came with the answer; null for writes and where it failed
 * @param failure its kind; null where it succeeded
 */
record Call(Kind kind, long begun, long ended, @Nullable String server, @Nullable String failure)
    implements Serializable {

  boolean succeeded() {
    return failure == null;
  }
}
