package io.github.rwsplit.connection;

import io.github.rwsplit.node.Nodes;
import io.github.rwsplit.session.Sessions;

/**
 * What all transactions of one cluster share.
 *
 * @param primary the application's own DataSource
 * @param nodes the primary and its replicas
 * @param routing hands out a connection of a named node
 * @param sessions the sessions and what they wrote
 * @param commits finds the positions of what the sessions commit
 */
public record ClusterConnections(
    PrimarySource primary,
    Nodes nodes,
    RoutingDataSource routing,
    Sessions sessions,
    OwnCommits commits) {

  /**
   * Puts them together.
   *
   * @param primary the application's own DataSource
   * @param nodes the primary and its replicas
   * @param routing hands out a connection of a named node
   * @param sessions the sessions and what they wrote
   */
  public ClusterConnections(
      PrimarySource primary, Nodes nodes, RoutingDataSource routing, Sessions sessions) {
    this(primary, nodes, routing, sessions, new OwnCommits(routing, nodes, sessions));
  }
}
