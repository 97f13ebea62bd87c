package io.github.rwsplit.hostile;

import java.util.List;

/** Something that is given bytes by strangers. */
public interface Target {

  /** Examples, of which hostile input is made. */
  List<byte[]> seeds();

  /** Words that mean something to it. */
  List<String> words();

  /**
   * Gives it some bytes, and holds what it makes of them against what must be true of any.
   *
   * @throws Exception what no bytes may make it throw
   */
  void take(byte[] input) throws Exception;
}
