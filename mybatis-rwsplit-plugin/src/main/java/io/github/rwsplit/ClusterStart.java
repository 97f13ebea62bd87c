package io.github.rwsplit;

import io.github.rwsplit.connection.PrimarySource;
import io.github.rwsplit.connection.ViewsWithEffects;
import io.github.rwsplit.node.ConnectionFailures;
import io.github.rwsplit.node.NodeState;
import io.github.rwsplit.node.Nodes;
import io.github.rwsplit.node.PrimarySettings;
import io.github.rwsplit.route.RouteSettings;
import io.github.rwsplit.session.Sessions;
import java.security.Security;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What {@link RwSplitCluster#start} does, with its advice for the log. */
record ClusterStart(RwSplitConfig config, PrimarySource primary, Nodes nodes, Sessions sessions) {

  private static final Logger log = LoggerFactory.getLogger(RwSplitCluster.class);

  void run() {
    PrimarySettings owned = config.primary();
    if (config.route().mode() == RouteSettings.Mode.OFF) {
      if (owned != null && owned.failover().follow()) {
        log.warn("rwsplit.failover.follow has no effect while rwsplit.mode is off");
      }
      if (!config.audit().enabled()) {
        return;
      }
    }
    String names =
        NameCaching.advice(
            Security.getProperty(NameCaching.SECURITY_PROPERTY),
            System.getProperty(NameCaching.SYSTEM_PROPERTY));
    if (names != null) {
      log.warn("{}", names);
    }
    adviseOnReadOnlyTransactions();
    nodes.start();
    if (nodes.primary().state() != NodeState.UP) {
      // the probe has said so; a pool without a time limit would keep the start waiting for ever
      refuseWithoutPrimary();
      return;
    }
    try {
      primary.look();
      ViewsWithEffects.warnAbout(primary);
      adviseOnPositions();
    } catch (SQLException | RuntimeException e) {
      log.warn(
          "The primary could not be asked at the start; statements that need it will tell why", e);
    }
  }

  private void adviseOnPositions() {
    String advice = sessions.usePositions() ? nodes.primaryRole().adviceOnPositions() : null;
    if (advice != null) {
      log.info("{}", advice);
    }
  }

  private void adviseOnReadOnlyTransactions() {
    boolean onReplicas =
        config.route().mode() == RouteSettings.Mode.ROUTE
            && config.route().readOnlyOnReplica()
            && !nodes.replicas().isEmpty();
    if (onReplicas && !primary.isLazy()) {
      log.warn(
          "rwsplit.transactions.read-only is replica, but the primary's DataSource is not lazy: Spring"
              + " borrows a connection of the primary for each read-only transaction that then reads"
              + " a replica; wrap the DataSource in a LazyConnectionDataSourceProxy to save it");
    }
  }

  private void refuseWithoutPrimary() {
    boolean mayBeAbsent =
        config.route().mode() == RouteSettings.Mode.OFF
            || config.route().switches().readOnly()
            || primary.startsWithoutServer();
    Exception absence = mayBeAbsent ? null : nodes.primaryRole().absence();
    if (absence != null) {
      throw new PrimaryAbsentException(
          "The %s cannot be reached at the start: %s."
              .formatted(nodes.primary(), ConnectionFailures.inOneLine(absence)),
          absence);
    }
  }
}
