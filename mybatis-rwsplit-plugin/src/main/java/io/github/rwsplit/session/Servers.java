package io.github.rwsplit.session;

import org.jspecify.annotations.Nullable;

/**
 * Numbers the servers of a cluster, so that a session can remember in eight bytes which one served
 * it. A server gets a new number whenever its data may have gone back: after it was down, and when
 * another server answers in its place. Numbers are never given twice in one JVM.
 *
 * <p>Safe for use by many threads.
 */
public interface Servers {

  /** The number that no server has; of a read: some server, nobody knows which. */
  long NONE = 0;

  /** Stands for whichever server is the primary. */
  long PRIMARY = -1;

  /**
   * The present number of a replica.
   *
   * @param serverUuid its {@code server_uuid}
   * @return its number; {@link #NONE} where no replica is known by that uuid
   */
  long number(String serverUuid);

  /**
   * Which replica has a number.
   *
   * @param number the number
   * @return its {@code server_uuid}; null where no replica has the number any more, or ever had
   */
  @Nullable String serverUuid(long number);
}
