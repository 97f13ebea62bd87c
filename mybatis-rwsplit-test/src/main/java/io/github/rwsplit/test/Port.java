package io.github.rwsplit.test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A TCP port on the loopback address, kept for one server also while that server is down.
 *
 * <p>Taken from below the ranges that Linux and macOS give to outgoing connections, so that no
 * client's connection sits on it when the server comes back, and locked, so that two builds never
 * choose the same one.
 */
final class Port implements AutoCloseable {

  private static final int LOWEST = 15_000;
  private static final int HIGHEST = 31_999;
  private static final int ATTEMPTS = 500;

  private final int number;
  private final FileChannel lock;

  private Port(int number, FileChannel lock) {
    this.number = number;
    this.lock = lock;
  }

  static Port reserve(CacheFolder cache) throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int number = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST + 1);
      FileChannel lock = cache.tryLock("port-" + number);
      if (lock != null) {
        if (isFree(number)) {
          return new Port(number, lock);
        }
        lock.close();
      }
    }
    throw new MySqlClusterException(
        "No free port was found between %d and %d in %d attempts; end what listens there"
            .formatted(LOWEST, HIGHEST, ATTEMPTS));
  }

  private static boolean isFree(int number) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), number));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  int number() {
    return number;
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
