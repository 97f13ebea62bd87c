package io.github.rwsplit.session;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What may be shown or sent in place of a session's key: the same for the same key on every
 * instance, and no way back to the key.
 */
public final class KeyHash {

  private KeyHash() {}

  /**
   * The beginning of the SHA-256 of a key.
   *
   * @param key the session's key
   * @param bytes how much of it, 1 to 32: with 16 no two keys share one, with 6 few do
   * @return two hexadecimal digits for each byte
   */
  public static String hex(String key, int bytes) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
