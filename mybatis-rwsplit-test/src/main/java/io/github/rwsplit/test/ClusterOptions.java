package io.github.rwsplit.test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What was asked of a cluster; see {@link MySqlClusterBuilder}. */
record ClusterOptions(
    String database,
    List<String> replicaNames,
    boolean recordStatements,
    List<String> serverOptions,
    Function<String, Map<String, String>> environment,
    @Nullable Consumer<Runnable> atEndOfJvm) {

  static final String PRIMARY = "primary";

  List<NodePlan> plans() {
    List<NodePlan> plans = new ArrayList<>();
    plans.add(plan(PRIMARY, 1));
    for (String name : replicaNames) {
      plans.add(plan(name, plans.size() + 1));
    }
    return plans;
  }

  private NodePlan plan(String name, int serverId) {
    return new NodePlan(name, serverId, options(), () -> environment.apply(name));
  }

  private List<String> options() {
    List<String> options = new ArrayList<>(serverOptions);
    options.add("--general-log=" + (recordStatements ? "ON" : "OFF"));
    return options;
  }
}
