package io.github.rwsplit.test;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Reads a growing file from where the last reading ended. */
final class LogTail {

  private final Path file;
  private long position;

  LogTail(Path file) {
    this.file = file;
  }

  /** Feeds whole lines only, so that no character is cut in two. */
  synchronized void readInto(StatementLog log) {
    if (!Files.exists(file)) {
      return;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        InputStream stream = Channels.newInputStream(channel.position(position))) {
      byte[] fresh = stream.readAllBytes();
      int length = fresh.length;
      while (length > 0 && fresh[length - 1] != '\n') {
        length--;
      }
      position += length;
      log.append(new String(fresh, 0, length, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new MySqlClusterException(
          "The log of statements %s could not be read".formatted(file), e);
    }
  }
}
