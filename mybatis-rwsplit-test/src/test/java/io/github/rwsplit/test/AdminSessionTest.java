package io.github.rwsplit.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdminSessionTest {

  private final int before = DriverManager.getLoginTimeout();
  private final List<Socket> attempts = new CopyOnWriteArrayList<>();
  private ServerSocket silent;

  @BeforeEach
  void listen() throws IOException {
    silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread acceptor = new Thread(this::accept, "silent-server");
    acceptor.setDaemon(true);
    acceptor.start();
  }

  /** Takes two connections, says nothing on them, and is gone. */
  private void accept() {
    try (ServerSocket server = silent) {
      while (attempts.size() < 2) {
        attempts.add(server.accept());
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void restore() throws IOException {
    DriverManager.setLoginTimeout(before);
    silent.close();
    for (Socket attempt : attempts) {
      attempt.close();
    }
  }

  @Test
  void connect_cutShortByTheLoginTimeoutOfTheJvm_isTriedAgain() {
    String url = "jdbc:mysql://127.0.0.1:%d/".formatted(silent.getLocalPort());
    Accounts.Account account = new Accounts.Account("nobody", "none");
    DriverManager.setLoginTimeout(1);

    assertThatThrownBy(() -> AdminSession.connect(url, account, Duration.ZERO))
        .isInstanceOf(SQLException.class)
        .hasStackTraceContaining("Connection refused");

    assertThat(attempts).hasSize(2);
  }
}
