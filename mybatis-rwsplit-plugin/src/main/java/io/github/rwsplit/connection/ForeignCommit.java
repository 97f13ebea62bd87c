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
 * @param began a time of the sessions' clock from before the write
 */
record ForeignCommit(Sessions sessions, Writer writer, long began)
    implements TransactionSynchronization {

  /** Two are the same that tell of the same writer; one is enough for a transaction. */
  @Override
  public boolean equals(Object other) {
    return other instanceof ForeignCommit commit
        && sessions == commit.sessions
        && writer.equals(commit.writer);
  }

  @Override
  public int hashCode() {
    return writer.hashCode();
  }

  @Override
  public void afterCompletion(int status) {
    switch (status) {
      case STATUS_ROLLED_BACK -> sessions.abandoned(writer);
      case STATUS_COMMITTED -> sessions.committed(writer, began);
      default -> sessions.outcomeUnknown(writer, true);
    }
  }
}
