package io.github.rwsplit.benchmarks;

import io.github.rwsplit.test.MySqlNode;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A server that can do only so much: in front of a real one, and whoever connects, each statement
 * has one of its few workers for a time, and then until its answer begins. So many workers serve at
 * most {@code workers / service} statements a second, of all pools and probes together; the
 * statements beyond that wait. Sleeping costs no core, so that several such servers fit on a
 * machine that could not run as many busy ones.
 */
final class SlowServer implements AutoCloseable {

  private static final int HEADER = 4;
  private static final int QUERY = 0x03;
  private static final int EXECUTE = 0x17;
  private static final int PIECE = 16_384;

  private final ServerSocket door;
  private final MySqlNode node;
  private final Semaphore workers;
  private final Duration service;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

  SlowServer(MySqlNode node, int workers, Duration service) {
    this.node = node;
    this.workers = new Semaphore(workers, true);
    this.service = service;
    try {
      this.door = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException("no port before " + node.name(), e);
    }
    start(this::accept);
  }

  /** The server's URL, led through here. */
  String through(String jdbcUrl) {
    return jdbcUrl.replace(
        "//%s:%d/".formatted(node.host(), node.port()),
        "//%s:%d/".formatted(door.getInetAddress().getHostAddress(), door.getLocalPort()));
  }

  @Override
  public void close() throws IOException {
    door.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = door.accept();
      Socket server = new Socket(node.host(), node.port());
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      sockets.add(client);
      sockets.add(server);
      AtomicBoolean served = new AtomicBoolean();
      start(() -> passStatements(client, server, served));
      start(() -> passAnswers(server, client, served));
    }
  }

  private void passStatements(Socket from, Socket to, AtomicBoolean served) throws IOException {
    try {
      DataInputStream in = new DataInputStream(from.getInputStream());
      OutputStream out = to.getOutputStream();
      byte[] packet = new byte[PIECE];
      while (true) {
        in.readFully(packet, 0, HEADER);
        int length = (packet[0] & 0xff) | (packet[1] & 0xff) << 8 | (packet[2] & 0xff) << 16;
        if (packet.length < HEADER + length) {
          packet = java.util.Arrays.copyOf(packet, HEADER + length);
        }
        in.readFully(packet, HEADER, length);
        // a command begins a sequence; what a login sends stands within one
        boolean command = packet[3] == 0 && length > 0;
        if (command && (packet[HEADER] == QUERY || packet[HEADER] == EXECUTE)) {
          workers.acquireUninterruptibly();
          served.set(true);
          pause();
        }
        out.write(packet, 0, HEADER + length);
      }
    } finally {
      end(from, to, served);
    }
  }

  private void passAnswers(Socket from, Socket to, AtomicBoolean served) throws IOException {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] piece = new byte[PIECE];
      for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
        free(served);
        out.write(piece, 0, n);
      }
    } finally {
      end(from, to, served);
    }
  }

  private void pause() {
    try {
      Thread.sleep(service.toMillis(), service.toNanosPart() % 1_000_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void free(AtomicBoolean served) {
    if (served.getAndSet(false)) {
      workers.release();
    }
  }

  private void end(Socket one, Socket other, AtomicBoolean served) throws IOException {
    free(served);
    sockets.remove(one);
    sockets.remove(other);
    one.close();
    other.close();
  }

  /** What a thread does. */
  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // somebody has hung up, as pools do; the other end was told
                Thread.currentThread().interrupt();
              }
            },
            "slow-server");
    thread.setDaemon(true);
    thread.start();
  }
}
