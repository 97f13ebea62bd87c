package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitStatus;
import io.github.rwsplit.audit.StatementCounts;
import io.github.rwsplit.node.NodeStatus;
import io.github.rwsplit.node.ReplicaReport;
import io.github.rwsplit.route.SwitchState;
import io.github.rwsplit.route.Turned;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What is known of a cluster as maps, lists and plain values, which every JSON library writes. */
final class StatusShown {

  private StatusShown() {}

  static String mode(RwSplitStatus status) {
    return status.mode().name().toLowerCase(Locale.ROOT);
  }

  static Map<String, Object> node(NodeStatus node) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("name", node.name());
    shown.put("role", node.role().word());
    shown.put("state", node.state().name());
    put(shown, "downBecause", node.downBecause());
    shown.put("description", node.description());
    put(shown, "server", node.server());
    put(shown, "lagMillis", node.lagMillis());
    if (!node.lateFor().isEmpty()) {
      shown.put("lateFor", node.lateFor());
    }
    shown.put("weight", node.weight());
    if (node.risenPercent() < 100) {
      shown.put("risenPercent", node.risenPercent());
    }
    shown.put("groups", new TreeSet<>(node.groups()));
    put(shown, "position", node.position());
    shown.put("inUse", node.inUse());
    NodeStatus.Pool pool = node.pool();
    if (pool != null) {
      Map<String, Object> counters = new LinkedHashMap<>();
      counters.put("active", pool.active());
      counters.put("idle", pool.idle());
      counters.put("total", pool.total());
      counters.put("waiting", pool.waiting());
      counters.put("maximum", pool.maximum());
      shown.put("pool", counters);
    }
    ReplicaReport report = node.report();
    if (report != null) {
      shown.put("report", report(report));
    }
    put(shown, "semiSync", node.semiSync() == null ? null : node.semiSync().name());
    return shown;
  }

  private static Map<String, Object> report(ReplicaReport report) {
    Map<String, Object> shown = new LinkedHashMap<>();
    report.findings().forEach((question, finding) -> shown.put(question, finding.toString()));
    return shown;
  }

  static Map<String, Object> reasons(StatementCounts counts) {
    Map<String, Object> shown = new LinkedHashMap<>();
    counts.byReason().forEach((reason, count) -> shown.put(reason.name(), count));
    return shown;
  }

  static Map<String, Object> switches(SwitchState state) {
    Map<String, Object> shown = new LinkedHashMap<>();
    put(shown, "primaryOnly", turned(state.primaryOnly()));
    put(shown, "readOnly", turned(state.readOnly()));
    shown.put("replicaPercent", limit(state.replicaPercent()));
    SwitchState.Limit reads = state.primaryReadsPerSecond();
    put(shown, "primaryReadsPerSecond", reads == null ? null : limit(reads));
    shown.put("primaryOnlyTenants", all(state.tenants()));
    shown.put("primaryOnlyStatements", all(state.statements()));
    shown.put("drained", all(state.drained()));
    return shown;
  }

  private static Map<String, Object> all(Map<?, Turned> turned) {
    Map<String, Object> shown = new LinkedHashMap<>();
    turned.forEach((key, value) -> put(shown, key.toString(), turned(value)));
    return shown;
  }

  private static Map<String, Object> limit(SwitchState.Limit limit) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("value", limit.value());
    put(shown, "turned", turned(limit.turned()));
    return shown;
  }

  private static @Nullable Map<String, Object> turned(@Nullable Turned turned) {
    if (turned == null) {
      return null;
    }
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("who", turned.who());
    shown.put("why", turned.why());
    shown.put("at", turned.at().toString());
    put(shown, "until", turned.until() == null ? null : turned.until().toString());
    return shown;
  }

  private static void put(Map<String, Object> shown, String key, @Nullable Object value) {
    if (value != null) {
      shown.put(key, value);
    }
  }
}
