package io.github.rwsplit.test;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Waits until a starting server takes connections. */
final class Readiness {

  private static final Duration STEP = Duration.ofMillis(25);
  private static final Duration ANSWER = Duration.ofSeconds(20);

  private Readiness() {}

  /**
   * Returns when the account can log in; throws when {@code whyEnded} gives a reason, or after
   * {@code patience}.
   */
  static void await(
      String name,
      Server.Address address,
      Accounts.Account account,
      Duration patience,
      Supplier<@Nullable String> whyEnded) {
    long start = System.nanoTime();
    Exception last = null;
    while (System.nanoTime() - start < patience.toNanos()) {
      String reason = whyEnded.get();
      if (reason != null) {
        throw new MySqlClusterException(reason);
      }
      try {
        if (listens(address)) {
          try (Connection connection =
              AdminSession.connect(
                  Accounts.jdbcUrl(address.host(), address.port(), null), account, ANSWER)) {
            connection.isValid(1);
            return;
          }
        }
        Thread.sleep(STEP.toMillis());
      } catch (SQLException e) {
        last = e;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new MySqlClusterException("Interrupted while waiting for the start of " + name, e);
      }
    }
    throw new MySqlClusterException(
        "%s took no connection at %s:%d within %s"
            .formatted(name, address.host(), address.port(), patience),
        last);
  }

  private static boolean listens(Server.Address address) {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(address.host(), address.port()), (int) ANSWER.toMillis());
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
