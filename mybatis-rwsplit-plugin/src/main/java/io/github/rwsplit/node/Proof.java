package io.github.rwsplit.node;

import org.jspecify.annotations.Nullable;

/**
 * What a node was proved to have, at the moment somebody looked; immutable, so that it can be kept
 * beside a snapshot.
 *
 * @param upTo everything that was committed on the primary before this {@code System.nanoTime()};
 *     null where nothing proves any
 * @param measured whether the node has GTIDs, so that proof can be asked for at all
 */
public record Proof(@Nullable Long upTo, boolean measured) {

  static final Proof NONE_TO_BE_HAD = new Proof(null, false);

  /**
   * Whether the node is proved to have what was committed at a time. Where servers have no GTIDs
   * nothing can be proved, and nothing is asked for: there the window alone decides.
   *
   * @param committedAt a {@code System.nanoTime()}
   * @return false where it may miss something
   */
  public boolean covers(long committedAt) {
    return upTo == null ? !measured : upTo - committedAt > 0;
  }
}
