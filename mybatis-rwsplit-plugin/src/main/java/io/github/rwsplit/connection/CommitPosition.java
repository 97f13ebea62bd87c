package io.github.rwsplit.connection;

import io.github.rwsplit.session.Position;
import io.github.rwsplit.session.Sessions;
import io.github.rwsplit.session.Writer;
import org.jspecify.annotations.Nullable;

/**
 * The position of a commit.
 *
 * @param position the commit's own, or a later one
 * @param followsReads whether it includes everything that anybody had read before the commit began:
 *     true of the commit's own, since transactions are shown in the order of the binary log. One
 *     that was asked for may be that of a write which changed nothing and so follows nothing, while
 *     what a replica has shown already was still under way on the primary.
 */
record CommitPosition(Position position, boolean followsReads) {

  /** The server told it with its answer to the commit; null where it told none. */
  static @Nullable CommitPosition heard(@Nullable Position own) {
    return own == null ? null : new CommitPosition(own, true);
  }

  /** That of an earlier commit, behind which nothing was written. */
  static CommitPosition ofEarlier(Position earlier) {
    return new CommitPosition(earlier, false);
  }

  void tell(Sessions sessions, Writer writer) {
    if (followsReads) {
      sessions.delivered(writer, position);
    } else {
      sessions.asked(writer, position);
    }
  }
}
