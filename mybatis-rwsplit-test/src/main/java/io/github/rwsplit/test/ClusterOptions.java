package io.github.rwsplit.test;

import java.util.List;

/** What was asked of a cluster; see {@link MySqlCluster.Builder}. */
record ClusterOptions(
    String database,
    List<String> replicaNames,
    boolean recordStatements,
    List<String> serverOptions) {

  static final String PRIMARY = "primary";

  List<NodePlan> plans() {
    List<NodePlan> plans = new java.util.ArrayList<>();
    plans.add(new NodePlan(PRIMARY, 1, options()));
    for (String name : replicaNames) {
      plans.add(new NodePlan(name, plans.size() + 1, options()));
    }
    return plans;
  }

  private List<String> options() {
    List<String> options = new java.util.ArrayList<>(serverOptions);
    options.add("--general-log=" + (recordStatements ? "ON" : "OFF"));
    return options;
  }
}
