package io.github.rwsplit.test;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A place where servers can be had from. */
sealed interface ClusterSource permits ExternalSource, MysqldSource, DockerSource {

  /** The word for it in {@code -Dmysqlcluster.source}. */
  String name();

  /**
   * Why there are no servers to be had from here, or null if there are. Does not start anything.
   */
  @Nullable String whyNot();

  /** What somebody has to do to get servers from here. */
  String howToGet();

  /** Makes the servers, which are not started yet. */
  Supply supply(ClusterOptions options) throws IOException;

  /**
   * Servers that wait for their start.
   *
   * @param servers in the order of the plans, the primary first
   * @param accounts how to log in on them
   * @param version what was taken, for the log
   * @param own whether they exist for this cluster only; if not, they replicate already
   * @param afterwards ends what the servers had in common
   */
  record Supply(
      List<? extends Server> servers,
      Accounts accounts,
      String version,
      boolean own,
      Afterwards afterwards) {}

  /** What is left to do when all servers have ended. */
  @FunctionalInterface
  interface Afterwards {
    void end() throws IOException;
  }
}
