package io.github.rwsplit.test;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A line to one server that can fall silent, as a network does when a cable is pulled or a firewall
 * forgets a connection: whoever is connected stays so, sends, and hears nothing any more. A paused
 * process ({@link MySqlNode#pause}) looks alike to its clients, but to the server itself it does
 * not: a silent line leaves the server running, and its other clients unharmed.
 *
 * <p>Safe for use by many threads. It listens on the loopback interface of this machine; servers in
 * containers cannot use it.
 */
public final class NetworkLine implements AutoCloseable {

  private static final int PIECE = 65_536;

  private final ServerSocket door;
  private final String host;
  private final int port;
  private final Set<Pair> pairs = ConcurrentHashMap.newKeySet();
  private volatile boolean silent;

  private NetworkLine(String host, int port) throws IOException {
    this.host = host;
    this.port = port;
    this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    run("accept", this::accept);
  }

  /**
   * Lays a line.
   *
   * @param node the server at its end, which need not run yet
   * @return a line that works
   */
  public static NetworkLine to(MySqlNode node) {
    try {
      return new NetworkLine(node.host(), node.port());
    } catch (IOException e) {
      throw new UncheckedIOException("No port for a line to " + node.name(), e);
    }
  }

  /**
   * Where to connect instead of the server.
   *
   * @return an address of the loopback interface
   */
  public String host() {
    return door.getInetAddress().getHostAddress();
  }

  /**
   * Where to connect instead of the server's port.
   *
   * @return a TCP port
   */
  public int port() {
    return door.getLocalPort();
  }

  /**
   * A URL of the server, led over this line.
   *
   * @param jdbcUrl such as {@link MySqlNode#jdbcUrl}
   * @return the same with the line's host and port
   * @throws IllegalArgumentException if the URL does not lead to the server
   */
  public String through(String jdbcUrl) {
    String there = "//" + host + ":" + port + "/";
    if (!jdbcUrl.contains(there)) {
      throw new IllegalArgumentException(
          "the URL must lead to %s:%d, but was %s".formatted(host, port, jdbcUrl));
    }
    return jdbcUrl.replace(there, "//" + host() + ":" + port() + "/");
  }

  /**
   * From now on nothing arrives, in either direction; new connections are taken, and get nothing.
   */
  public void silence() {
    silent = true;
  }

  /**
   * Ends a {@link #silence}. Connections over which something was lost are closed, since what
   * follows would make no sense; the others go on.
   */
  public void restore() {
    silent = false;
    pairs.stream().filter(pair -> pair.lost).forEach(Pair::end);
  }

  /** Closes all connections and takes no more. */
  @Override
  public void close() {
    try {
      door.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    pairs.forEach(Pair::end);
  }

  private void accept() throws IOException {
    while (!door.isClosed()) {
      Socket client = door.accept();
      Socket server;
      try {
        server = new Socket(host, port);
      } catch (IOException e) {
        // as the server would: no answer to the client but the end
        client.close();
        continue;
      }
      Pair pair = new Pair(client, server);
      pairs.add(pair);
      run("there", () -> pair.carry(client, server));
      run("back", () -> pair.carry(server, client));
    }
  }

  /** What a thread does. */
  private interface Work {
    void run() throws IOException;
  }

  private void run(String name, Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // one side has closed, which is what lines see; the other one is closed as well
                Thread.currentThread().interrupt();
              }
            },
            "network-line-" + name + "-" + port);
    thread.setDaemon(true);
    thread.start();
  }

  /** One client and its connection to the server. */
  private final class Pair {
    private final Socket client;
    private final Socket server;
    private volatile boolean lost;

    Pair(Socket client, Socket server) {
      this.client = client;
      this.server = server;
    }

    void carry(Socket from, Socket to) throws IOException {
      try {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        byte[] piece = new byte[PIECE];
        for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
          if (silent || lost) {
            lost = true;
          } else {
            out.write(piece, 0, n);
          }
        }
      } finally {
        if (!silent) {
          end();
        }
      }
    }

    void end() {
      pairs.remove(this);
      try {
        client.close();
        server.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
