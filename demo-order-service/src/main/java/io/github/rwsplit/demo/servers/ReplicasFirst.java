package io.github.rwsplit.demo.servers;

import io.github.rwsplit.test.MySqlCluster;
import org.springframework.context.SmartLifecycle;

/** Opens the web server only when the replicas have all that was loaded into the primary. */
final class ReplicasFirst implements SmartLifecycle {

  private final MySqlCluster cluster;
  private volatile boolean running;

  ReplicasFirst(MySqlCluster cluster) {
    this.cluster = cluster;
  }

  /** The lowest: life cycles start in ascending order, and the web server's is near the end. */
  @Override
  public int getPhase() {
    return Integer.MIN_VALUE;
  }

  @Override
  public void start() {
    cluster.awaitReplication();
    running = true;
  }

  @Override
  public void stop() {
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
