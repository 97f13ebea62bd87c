package io.github.rwsplit.connection;

import io.github.rwsplit.session.Sessions;
import io.github.rwsplit.session.Writer;
import org.springframework.transaction.support.TransactionSynchronization;

/**
 * A write of a session whose transaction Spring does not know of: until that ends nobody knows
 * whether it commits, and its marker counts from there.
 *
 * @param sessions take what became of it
 * @param writer who wrote
 */
record ForeignCommit(Sessions sessions, Writer writer) implements TransactionSynchronization {

  @Override
  public void afterCompletion(int status) {
    switch (status) {
      case STATUS_ROLLED_BACK -> sessions.abandoned(writer);
      case STATUS_COMMITTED -> sessions.committed(writer);
      default -> sessions.outcomeUnknown(writer, true);
    }
  }
}
