package io.github.rwsplit.test;

import java.security.SecureRandom;
import java.util.random.RandomGenerator;

/** Random names and passwords. */
final class Secrets {

  private static final String ALPHABET =
      "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  private static final RandomGenerator RANDOM = new SecureRandom();

  private Secrets() {}

  /** Letters and digits only, so that it needs no quoting in SQL, in URLs and in file names. */
  static String token(int length) {
    return RANDOM
        .ints(length, 0, ALPHABET.length())
        .collect(
            StringBuilder::new, (text, i) -> text.append(ALPHABET.charAt(i)), StringBuilder::append)
        .toString();
  }
}
