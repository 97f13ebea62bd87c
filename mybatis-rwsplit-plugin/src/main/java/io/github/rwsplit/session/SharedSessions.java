package io.github.rwsplit.session;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A store that all instances of an application share: what each session wrote and read last, on
 * whichever instance. It keeps no rules of its own; what it is told it merges, and what it answers
 * it has read after the merge, all in one step.
 *
 * <p>Times are microseconds of the store's own clock, so that no two instances have to agree on
 * one. Safe for use by many threads.
 */
public interface SharedSessions extends AutoCloseable {

  /** No time. */
  long NEVER = Long.MIN_VALUE;

  /** How many parts the store has, as {@link #part} numbers them. */
  int PARTS = 16;

  /**
   * Tells something of a session and asks for all that is known of it. Takes no longer than a small
   * limit of the store's own, whatever has become of it.
   *
   * @param session a hash of the session's key, in hexadecimal digits
   * @param told what is to be merged
   * @return what is known now
   * @throws IOException if there was no answer within the limit; what was told may have been merged
   *     or not, and may still be
   */
  Known exchange(String session, Told told) throws IOException;

  @Override
  void close();

  /**
   * Where a session lies. What is lost of a store may be lost of one part only, such as one node of
   * a Redis cluster, so each part has its own {@link Known#history}.
   *
   * @param session as in {@link #exchange}
   * @return from 0 to 15
   */
  static int part(String session) {
    return Character.digit(session.charAt(0), PARTS);
  }

  /**
   * What one instance tells.
   *
   * @param by the instance; another name after each start
   * @param id a new one each time; names what is made of this
   * @param lost whether something told before may not have arrived: the {@link Known#history} of
   *     the part has to change
   * @param underWay the instance's commits of the session that are under way; null: nothing new
   * @param writes what the session has written; null: nothing new
   * @param read what the session has read; null: nothing new
   */
  record Told(
      String by,
      String id,
      boolean lost,
      @Nullable UnderWay underWay,
      @Nullable Writes writes,
      @Nullable Read read) {}

  /**
   * How many commits an instance has begun and not ended. The store forgets it after a while, since
   * the instance may have died; a commit may be missing then in what it knows.
   *
   * @param sequence rises with each word of this instance; an older word is not heeded
   * @param commits how many; 0: all have ended
   */
  record UnderWay(long sequence, int commits) {}

  /**
   * What a session has written.
   *
   * @param position the position of its writes; null where none is known
   * @param committed when the last one had been committed, in microseconds from now
   * @param unproven the same for the last one whose position is not known, may be still to come;
   *     null: the position covers all
   */
  record Writes(@Nullable Position position, long committed, @Nullable Long unproven) {}

  /** What a session has read. */
  sealed interface Read {

    /** From the primary, or from a server that is not known any more. */
    record OnPrimary() implements Read {}

    /**
     * From a replica.
     *
     * @param server its {@code server_uuid}
     * @param after {@link Known#readId} when the replica was chosen; where that is another one by
     *     now, nobody knows which of the two reads saw more
     */
    record OnReplica(String server, String after) implements Read {}

    /**
     * Whatever it has read is older than a write of it.
     *
     * @param readId the {@link Known#readId} of what was read; another read stays
     */
    record Covered(String readId) implements Read {}
  }

  /**
   * What is known of one session.
   *
   * @param history stands for the store's past: another text whenever something may have been lost
   *     in the session's part since
   * @param time the store's time
   * @param underWay whether another instance has a commit of it under way
   * @param position the position of its writes; null where none is known
   * @param committedAt when it had written last; {@link #NEVER}: nothing is known
   * @param unprovenAt the same for what the position does not cover
   * @param readAt when a read was told last; {@link #NEVER}: nothing was read
   * @param readOn the replica it is reading; null: the primary, or unknown
   * @param readId names the last change of what was read; empty: nothing was read
   */
  record Known(
      String history,
      long time,
      boolean underWay,
      @Nullable Position position,
      long committedAt,
      long unprovenAt,
      long readAt,
      @Nullable String readOn,
      String readId) {}
}
