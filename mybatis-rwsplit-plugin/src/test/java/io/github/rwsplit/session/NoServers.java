package io.github.rwsplit.session;

import org.jspecify.annotations.Nullable;

/** A cluster without replicas. */
final class NoServers implements Servers {

  @Override
  public long number(String serverUuid) {
    return NONE;
  }

  @Override
  public @Nullable String serverUuid(long number) {
    return null;
  }
}
