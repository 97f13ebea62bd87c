package io.github.rwsplit.route;

import java.util.Locale;

/** What a database server is to the cluster. */
public enum NodeRole {
  /** Takes every write, and every read that no replica may serve. */
  PRIMARY,
  /** Follows the primary by replication and serves reads that allow it. */
  REPLICA;

  /**
   * The word that stands in logs and meters.
   *
   * @return {@code primary} or {@code replica}
   */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
