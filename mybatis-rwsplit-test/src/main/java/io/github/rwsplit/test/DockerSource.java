package io.github.rwsplit.test;

import org.jspecify.annotations.Nullable;

/** Servers in containers. */
final class DockerSource implements ClusterSource {
  @Override
  public String name() {
    return "docker";
  }

  @Override
  public @Nullable String whyNot() {
    return "no engine";
  }

  @Override
  public String howToGet() {
    return "Start an engine";
  }

  @Override
  public Supply supply(ClusterOptions options) {
    throw new UnsupportedOperationException();
  }
}
