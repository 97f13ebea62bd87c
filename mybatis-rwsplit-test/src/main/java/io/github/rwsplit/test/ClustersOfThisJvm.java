package io.github.rwsplit.test;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clusters that run in this JVM, and those of them that test classes share.
 *
 * <p>Static on purpose: a cluster costs seconds and hundreds of megabytes, so test classes that
 * know nothing of each other, static methods such as Spring's {@code @DynamicPropertySource}, and
 * assertions without a cluster in hand must find the same one. Its life is that of the JVM.
 */
final class ClustersOfThisJvm {

  private static final Logger log = LoggerFactory.getLogger(ClustersOfThisJvm.class);
  private static final List<MySqlCluster> RUNNING = new CopyOnWriteArrayList<>();
  private static final Map<Integer, MySqlCluster> SHARED = new ConcurrentHashMap<>();

  private ClustersOfThisJvm() {}

  static List<MySqlCluster> running() {
    return List.copyOf(RUNNING);
  }

  static void started(MySqlCluster cluster) {
    RUNNING.add(cluster);
  }

  static void ended(MySqlCluster cluster) {
    RUNNING.remove(cluster);
    SHARED.values().remove(cluster);
  }

  /** The shared cluster of this size, started at its first use. */
  static MySqlCluster shared(int replicas) {
    return SHARED.computeIfAbsent(replicas, MySqlCluster::start);
  }

  /** The shared cluster of this size as if nobody had used it. */
  static MySqlCluster sharedAndFresh(int replicas) {
    MySqlCluster before = SHARED.get(replicas);
    if (before != null) {
      try {
        before.reset();
        return before;
      } catch (MySqlClusterException e) {
        log.warn(
            "The shared cluster could not be reset and is replaced by a new one, at other ports",
            e);
        before.close();
      }
    }
    return shared(replicas);
  }
}
