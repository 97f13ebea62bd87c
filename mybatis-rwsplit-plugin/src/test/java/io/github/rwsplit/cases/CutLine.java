package io.github.rwsplit.cases;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A line to a server that can be cut between a statement and its answer: the server gets the
 * statement, and carries it out, and nobody hears of it.
 */
final class CutLine implements AutoCloseable {

  private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> sockets = Collections.synchronizedList(new ArrayList<>());
  private final AtomicReference<String> cutAfter = new AtomicReference<>();
  private final String host;
  private final int port;

  CutLine(String host, int port) throws IOException {
    this.host = host;
    this.port = port;
    run("accept", this::accept);
  }

  int port() {
    return door.getLocalPort();
  }

  /** The next statement with such a text is the last of its connection; its answer is lost. */
  void cutAfter(String text) {
    cutAfter.set(text);
  }

  /** Whether the line that {@link #cutAfter} spoke of has been cut. */
  boolean hasCut() {
    return cutAfter.get() == null;
  }

  /** One connection: a client, and the server as it is reached. */
  private final class Pair {
    private final Socket client;
    private final Socket server;
    private volatile boolean cut;

    Pair(Socket client) throws IOException {
      this.client = client;
      this.server = new Socket(host, port);
      sockets.add(client);
      sockets.add(server);
    }

    void requests() throws IOException {
      InputStream in = client.getInputStream();
      OutputStream out = server.getOutputStream();
      byte[] buffer = new byte[65_536];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        String text = cutAfter.get();
        if (text != null && new String(buffer, 0, n, StandardCharsets.ISO_8859_1).contains(text)) {
          cutAfter.set(null);
          cut = true;
        }
        out.write(buffer, 0, n);
      }
    }

    void answers() throws IOException {
      InputStream in = server.getInputStream();
      OutputStream out = client.getOutputStream();
      byte[] buffer = new byte[65_536];
      for (int n = in.read(buffer); n >= 0 && !cut; n = in.read(buffer)) {
        out.write(buffer, 0, n);
      }
    }

    void end() {
      quietly(client);
      quietly(server);
    }
  }

  /** What a thread does. */
  private interface Work {
    void run() throws IOException;
  }

  private static void run(String name, Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // the other side has closed, which is what lines do
                Thread.currentThread().interrupt();
              }
            },
            "cut-line-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (!door.isClosed()) {
      Pair pair = new Pair(door.accept());
      run("requests", () -> both(pair::requests, pair));
      run("answers", () -> both(pair::answers, pair));
    }
  }

  private static void both(Work work, Pair pair) throws IOException {
    try {
      work.run();
    } finally {
      pair.end();
    }
  }

  private static void quietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    door.close();
    List.copyOf(sockets).forEach(CutLine::quietly);
  }
}
