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
 * @param underWay what it has numbered and not yet counted among {@code executed}: others may see
 *     it already, since a commit is shown before it is counted
 * @param lacks why it has no GTIDs, as it may stand after "because"; empty where it has them
 * @param lag what it said of lag beside its set; null where it was not asked for that
 * @param standing what it said of its place in replication; null where it was not asked for that
 */
record Answer(
    @Nullable String serverUuid,
    boolean writable,
    int maxConnections,
    @Nullable GtidSet executed,
    GtidSet underWay,
    String lacks,
    @Nullable LagReading lag,
    @Nullable Standing standing) {

  private static final GtidSet NOTHING = GtidSet.parse("");

  Answer(
      @Nullable String serverUuid,
      boolean writable,
      int maxConnections,
      @Nullable GtidSet executed,
      String lacks) {
    this(serverUuid, writable, maxConnections, executed, NOTHING, lacks, null, null);
  }

  /** The same with what is not counted yet. */
  Answer withUnderWay(GtidSet owned) {
    return new Answer(serverUuid, writable, maxConnections, executed, owned, lacks, lag, standing);
  }

  /**
   * Everything that anybody can have read there before the question was put, and perhaps more; null
   * where it has no GTIDs.
   */
  @Nullable GtidSet shown() {
    return executed == null ? null : executed.union(underWay);
  }

  /** It answers, and that is all that is known. */
  static Answer alive(String lacks) {
    return new Answer(null, false, 0, null, lacks);
  }

  /** The same with what it said of lag. */
  Answer with(@Nullable LagReading reading) {
    return new Answer(
        serverUuid, writable, maxConnections, executed, underWay, lacks, reading, standing);
  }

  /** The same with what it said of its place in replication. */
  Answer with(@Nullable Standing told) {
    return new Answer(serverUuid, writable, maxConnections, executed, underWay, lacks, lag, told);
  }
}
