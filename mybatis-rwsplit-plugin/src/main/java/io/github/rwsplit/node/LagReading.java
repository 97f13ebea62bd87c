package io.github.rwsplit.node;

import org.jspecify.annotations.Nullable;

/** What a server said of lag to a question of its own, beside what its executed set tells. */
sealed interface LagReading {

  /** Our own {@code System.nanoTime()} from before the question. */
  long askedAt();

  /**
   * What the server says of itself.
   *
   * @param seconds by how much it is behind; null where it does not say, or cannot know
   * @param state of its receiver and applier, in the server's words
   */
  record Seconds(long askedAt, @Nullable Long seconds, String state) implements LagReading {}

  /**
   * The row that somebody writes on the primary again and again.
   *
   * @param table where it was found
   * @param serverId the {@code server_id} of who writes it
   * @param beat the time in it, as it is written
   */
  record Beat(long askedAt, String table, long serverId, String beat) implements LagReading {}

  /**
   * Nothing.
   *
   * @param why as it may stand after "because"
   */
  record None(long askedAt, String why) implements LagReading {}
}
