package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitStatus;
import io.github.rwsplit.node.NodeState;
import io.github.rwsplit.node.NodeStatus;
import io.github.rwsplit.route.NodeRole;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The health of a cluster, for the indicators of both lines of Spring Boot. It is told from what
 * probes have shown, so that asking for it costs nothing and never hangs.
 *
 * @param code {@code UP}; {@code DOWN} where the primary is; {@code UNKNOWN} where nobody looks
 * @param details why
 */
record ClusterHealth(String code, Map<String, Object> details) {

  static ClusterHealth of(@Nullable RwSplitCluster cluster) {
    if (cluster == null) {
      return new ClusterHealth("UNKNOWN", Map.of("cluster", "no SqlSessionFactory is attached"));
    }
    RwSplitStatus status = RwSplitStatus.of(cluster);
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("mode", StatusShown.mode(status));
    List<String> degraded = new ArrayList<>();
    for (NodeStatus node : status.nodes()) {
      details.put(node.name(), facts(node));
      if (node.role() == NodeRole.REPLICA && !serves(node)) {
        degraded.add(node.name());
      }
    }
    if (!status.demotion().isEmpty()) {
      details.put("demotion", status.demotion());
    }
    if (!degraded.isEmpty()) {
      details.put("degraded", degraded);
    }
    return new ClusterHealth(code(status.primary().state()), details);
  }

  private static boolean serves(NodeStatus replica) {
    return replica.state() == NodeState.UP && replica.lateFor().isEmpty();
  }

  /** A primary that is suspected is being asked at this moment, and down in a second if it is. */
  private static String code(NodeState primary) {
    return switch (primary) {
      case UP, SUSPECT, RETURNING -> "UP";
      case DOWN, REJECTED -> "DOWN";
      case UNKNOWN -> "UNKNOWN";
    };
  }

  private static Map<String, Object> facts(NodeStatus node) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("state", node.state().name());
    Long lag = node.lagMillis();
    if (lag != null) {
      facts.put("lagMillis", lag);
    }
    if (!node.lateFor().isEmpty()) {
      facts.put("lateFor", node.lateFor());
    }
    String failure = node.downBecause();
    if (failure != null) {
      facts.put("because", failure);
    }
    return facts;
  }
}
