package io.github.rwsplit.test;

import java.util.ArrayList;
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
    List<Mark> marks = new ArrayList<>();
    for (MySqlCluster cluster : clusters) {
      for (MySqlNode node : cluster.nodes()) {
        marks.add(new Mark(node, node.role(), node.statementMark()));
      }
    }
    return new CallWatch(marks, AuditCapture.begin());
  }

  <T> CallAssert<T> returned(T result) {
    List<CallAssert.OnNode> ran = new ArrayList<>();
    for (Mark mark : marks) {
      List<ReceivedStatement> statements = mark.node().statementsSince(mark.position());
      ran.add(new CallAssert.OnNode(mark.node().name(), mark.role(), statements));
    }
    return new CallAssert<>(result, ran, audit);
  }

  void abandon() {
    audit.end();
  }
}
