package io.github.rwsplit.node;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a server said of its place in replication, beside its executed set. */
sealed interface Standing {

  /** Our own {@code System.nanoTime()} from before the question. */
  long askedAt();

  /**
   * Of a primary.
   *
   * @param semiSync whether its commits wait for a replica
   */
  record OfPrimary(long askedAt, SemiSync semiSync) implements Standing {}

  /**
   * Of a replica.
   *
   * @param sources what it replicates from; null where that may not be seen
   * @param hidden why it may not be seen; empty where it is
   * @param writing whether the account could write there
   * @param guarded whether the sessions of its pool are read-only; true where that is not known
   * @param sharesStorage {@code innodb_read_only}: it reads files that another server writes
   */
  record OfReplica(
      long askedAt,
      @Nullable List<Source> sources,
      String hidden,
      ReplicaReport.Finding writing,
      boolean guarded,
      boolean sharesStorage)
      implements Standing {}

  /**
   * One channel.
   *
   * @param uuid of the server at its other end; empty until that has answered
   * @param address of that server
   * @param receiver Yes, No or Connecting
   * @param applier Yes or No
   * @param receiverError the last one; empty: none
   * @param applierError the last one; empty: none
   */
  record Source(
      String uuid,
      String address,
      String receiver,
      String applier,
      String receiverError,
      String applierError) {

    boolean receives() {
      return receiver.equals("Yes");
    }

    boolean applies() {
      return applier.equals("Yes");
    }

    /** MySQL refuses to replicate from oneself, by server_id or by server_uuid. */
    boolean isItself() {
      return receiverError.contains("equal MySQL server");
    }
  }
}
