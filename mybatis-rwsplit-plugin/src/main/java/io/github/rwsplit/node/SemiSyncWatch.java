package io.github.rwsplit.node;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the primary's node whether its commits wait for a replica, and says when they cease to. */
final class SemiSyncWatch {

  private static final Logger log = LoggerFactory.getLogger(SemiSyncWatch.class);

  private final Node primary;

  SemiSyncWatch(Node primary) {
    this.primary = primary;
  }

  /** The primary has answered. */
  void answered(Answer answer) {
    if (!(answer.standing() instanceof Standing.OfPrimary told)) {
      return;
    }
    SemiSync before = primary.semiSync();
    SemiSync now = told.semiSync();
    primary.semiSync(now);
    if (now == before) {
      return;
    }
    if (now == SemiSync.FALLEN_BACK) {
      log.warn(
          "{}: semi-synchronous replication has fallen back to asynchronous. Commits that no replica"
              + " has yet are lost if this server is; look whether replicas with"
              + " rpl_semi_sync_replica_enabled are connected",
          primary);
    } else if (now == SemiSync.ACTIVE) {
      log.info(
          before == SemiSync.FALLEN_BACK
              ? "{}: replication is semi-synchronous again"
              : "{}: replication is semi-synchronous",
          primary);
    }
  }
}
