package io.github.rwsplit.boot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;

/**
 * A script beside this class, which Redis runs as a whole.
 *
 * @param text what it is
 * @param sha by which Redis knows it once it has run
 */
record RedisScript(ByteBuffer text, String sha) {

  static RedisScript named(String name) {
    try (InputStream in = RedisScript.class.getResourceAsStream(name)) {
      byte[] text = Objects.requireNonNull(in, name + " is missing in the jar").readAllBytes();
      return new RedisScript(ByteBuffer.wrap(text).asReadOnlyBuffer(), sha1(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha1(byte[] text) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }
}
