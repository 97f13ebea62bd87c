package io.github.rwsplit.test;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What was asked of a cluster; see {@link MySqlClusterBuilder}. */
record ClusterOptions(
    String database,
    List<String> replicaNames,
    boolean recordStatements,
    List<String> serverOptions,
    @Nullable Consumer<Runnable> atEndOfJvm) {

  static final String PRIMARY = "primary";

  List<NodePlan> plans() {
    List<NodePlan> plans = new ArrayList<>();
    plans.add(new NodePlan(PRIMARY, 1, options()));
    for (String name : replicaNames) {
      plans.add(new NodePlan(name, plans.size() + 1, options()));
    }
    return plans;
  }

  private List<String> options() {
    List<String> options = new ArrayList<>(serverOptions);
    options.add("--general-log=" + (recordStatements ? "ON" : "OFF"));
    return options;
  }
}
