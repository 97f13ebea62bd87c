package io.github.rwsplit.annotation;

/** What to do when a replica answers a read with no row at all. */
public enum OnEmpty {

  /** The empty answer is the answer. */
  RETURN,

  /**
   * Ask the primary once before saying that there is nothing: the last guard against "order not
   * found" for a row that is on its way to the replica. Use it where an empty answer is rare, such
   * as a look-up by key; a search that often finds nothing would send its load to the primary.
   */
  PRIMARY
}
