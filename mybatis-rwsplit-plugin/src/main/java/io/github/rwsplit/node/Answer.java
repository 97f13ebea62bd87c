package io.github.rwsplit.node;

import org.jspecify.annotations.Nullable;

/**
 * What a server said to a probe.
 *
 * @param serverUuid its {@code server_uuid}; null where servers have none
 * @param writable none of {@code read_only}, {@code super_read_only} and {@code innodb_read_only}
 *     is on; false where unknown
 * @param maxConnections its {@code max_connections}; 0 where unknown
 * @param executed its {@code gtid_executed}; null where it has no GTIDs
 * @param lacks why it has no GTIDs, as it may stand after "because"; empty where it has them
 * @param lag what it said of lag beside its set; null where it was not asked for that
 * @param standing what it said of its place in replication; null where it was not asked for that
 */
record Answer(
    @Nullable String serverUuid,
    boolean writable,
    int maxConnections,
    @Nullable GtidSet executed,
    String lacks,
    @Nullable LagReading lag,
    @Nullable Standing standing) {

  Answer(
      @Nullable String serverUuid,
      boolean writable,
      int maxConnections,
      @Nullable GtidSet executed,
      String lacks) {
    this(serverUuid, writable, maxConnections, executed, lacks, null, null);
  }

  /** It answers, and that is all that is known. */
  static Answer alive(String lacks) {
    return new Answer(null, false, 0, null, lacks);
  }

  /** The same with what it said of lag. */
  Answer with(@Nullable LagReading reading) {
    return new Answer(serverUuid, writable, maxConnections, executed, lacks, reading, standing);
  }

  /** The same with what it said of its place in replication. */
  Answer with(@Nullable Standing told) {
    return new Answer(serverUuid, writable, maxConnections, executed, lacks, lag, told);
  }
}
