package io.github.rwsplit.node;

import org.jspecify.annotations.Nullable;

/**
 * What a server said to a probe.
 *
 * @param serverUuid its {@code server_uuid}; null where servers have none
 * @param writable neither {@code read_only} nor {@code super_read_only} is on; false where unknown
 * @param maxConnections its {@code max_connections}; 0 where unknown
 * @param executed its {@code gtid_executed}; null where it has no GTIDs
 */
record Answer(
    @Nullable String serverUuid, boolean writable, int maxConnections, @Nullable GtidSet executed) {

  Answer(@Nullable String serverUuid, boolean writable, int maxConnections) {
    this(serverUuid, writable, maxConnections, null);
  }

  /** It answers, and that is all that is known. */
  static final Answer ALIVE = new Answer(null, false, 0);
}
