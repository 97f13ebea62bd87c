package io.github.rwsplit.node;

/** What tests of other packages ask of nodes. */
public final class NodeProbe {

  private NodeProbe() {}

  /** Why a node is not up; empty where it is, and where there is none of that name. */
  public static String downBecause(Nodes nodes, String name) {
    Node node = nodes.find(name);
    Exception failure = node == null || node.state() == NodeState.UP ? null : node.downBecause();
    return failure == null ? "" : String.valueOf(failure.getMessage());
  }
}
