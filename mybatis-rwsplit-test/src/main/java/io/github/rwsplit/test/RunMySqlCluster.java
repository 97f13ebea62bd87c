package io.github.rwsplit.test;

import java.util.concurrent.CountDownLatch;

/** A cluster for playing with: prints the addresses and runs until Ctrl-C. */
public final class RunMySqlCluster {

  private RunMySqlCluster() {}

  /**
   * Starts a cluster, prints URL, user and password of each server to standard output, and waits to
   * be ended.
   *
   * @param args the number of replicas; 2 if missing
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public static void main(String[] args) throws InterruptedException {
    int replicas = args.length == 0 ? 2 : Integer.parseInt(args[0]);
    try (MySqlCluster cluster = MySqlCluster.start(replicas)) {
      System.out.println("MySQL cluster from " + cluster.source());
      for (MySqlNode node : cluster.nodes()) {
        System.out.printf(
            "%-10s %s user %s password %s%n",
            node.name(), node.jdbcUrl(), node.user(), node.password());
      }
      new CountDownLatch(1).await();
    }
  }
}
