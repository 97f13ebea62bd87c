package io.github.rwsplit.test;

import java.util.List;

/** Watches the servers and the audit log while a call lasts. */
final class CallWatch {

  /** A server, what it is at the moment, and how much it had received before. */
  private record Mark(MySqlNode node, NodeRole role, int position) {}

  private final List<Mark> marks;
  private final AuditCapture audit;

  private CallWatch(List<Mark> marks, AuditCapture audit) {
    this.marks = marks;
    this.audit = audit;
  }

  static CallWatch begin(List<MySqlCluster> clusters) {
    if (clusters.isEmpty()) {
      throw new IllegalStateException(
          "a MySqlCluster must be running, or no call can be watched, but there is none");
    }
    List<MySqlNode> nodes = clusters.stream().flatMap(cluster -> cluster.nodes().stream()).toList();
    // at the same time, since the log of a container takes a while to come over
    List<Mark> marks =
        InParallel.map(nodes, node -> new Mark(node, node.role(), node.statementMark()));
    return new CallWatch(marks, AuditCapture.begin());
  }

  <T> CallAssert<T> returned(T result) {
    List<CallAssert.OnNode> ran =
        InParallel.map(
            marks,
            mark ->
                new CallAssert.OnNode(
                    mark.node().name(), mark.role(), mark.node().statementsSince(mark.position())));
    return new CallAssert<>(result, ran, audit);
  }

  void abandon() {
    audit.end();
  }
}
