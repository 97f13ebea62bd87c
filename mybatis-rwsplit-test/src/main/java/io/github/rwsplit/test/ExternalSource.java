package io.github.rwsplit.test;

import org.jspecify.annotations.Nullable;

/** Servers given by URL. */
final class ExternalSource implements ClusterSource {
  @Override
  public String name() {
    return "external";
  }

  @Override
  public @Nullable String whyNot() {
    return "mysqlcluster.external.primary is not set";
  }

  @Override
  public String howToGet() {
    return "Set -Dmysqlcluster.external.primary=URL";
  }

  @Override
  public Supply supply(ClusterOptions options) {
    throw new UnsupportedOperationException();
  }
}
