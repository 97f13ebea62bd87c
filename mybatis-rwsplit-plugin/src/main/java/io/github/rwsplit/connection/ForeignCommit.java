package io.github.rwsplit.connection;

import io.github.rwsplit.session.WriteMarkers;
import org.springframework.transaction.support.TransactionSynchronization;

/**
 * A write of a session whose transaction Spring does not know of: until that ends nobody knows
 * whether it commits, and afterwards the window counts from there.
 *
 * @param markers take what became of it
 * @param key the session
 */
record ForeignCommit(WriteMarkers markers, String key) implements TransactionSynchronization {

  @Override
  public void afterCompletion(int status) {
    // an unknown outcome counts as committed
    if (status == STATUS_ROLLED_BACK) {
      markers.abandoned(key);
    } else {
      markers.committed(key);
    }
  }
}
