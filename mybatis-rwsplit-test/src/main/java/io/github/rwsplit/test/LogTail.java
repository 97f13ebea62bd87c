package io.github.rwsplit.test;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Reads a growing log from where the last reading ended. */
final class LogTail {

  /** Gives all bytes from a position on. */
  @FunctionalInterface
  interface Bytes {
    byte[] from(long position) throws IOException;
  }

  private final Bytes bytes;
  private long position;

  LogTail(Bytes bytes) {
    this.bytes = bytes;
  }

  /** The tail of a file, which need not exist yet. */
  static LogTail of(Path file) {
    return new LogTail(
        position -> {
          if (!Files.exists(file)) {
            return new byte[0];
          }
          try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
              InputStream stream = Channels.newInputStream(channel.position(position))) {
            return stream.readAllBytes();
          }
        });
  }

  /** Feeds whole lines only, so that no character is cut in two. */
  synchronized void readInto(StatementLog log) {
    try {
      byte[] fresh = bytes.from(position);
      int length = fresh.length;
      while (length > 0 && fresh[length - 1] != '\n') {
        length--;
      }
      position += length;
      log.append(new String(fresh, 0, length, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new MySqlClusterException(
          "The log of statements could not be read: " + e.getMessage(), e);
    }
  }
}
