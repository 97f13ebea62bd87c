package io.github.rwsplit.test;

import io.github.rwsplit.test.LineFault.Kind;
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

/**
 * A line to one server that can have the faults of a network. It can fall silent, as when a cable
 * is pulled or a firewall forgets a connection: whoever is connected stays so, sends, and hears
 * nothing any more. It can also refuse, be slow, cut answers in the middle, lose one answer, and
 * lead to another server. A paused process ({@link MySqlNode#pause}) looks like a silent line to
 * its clients, but to the server itself it does not: a silent line leaves the server running, and
 * its other clients unharmed.
 *
 * <p>One fault at a time; the next one takes the place of the one before. Safe for use by many
 * threads. It listens on the loopback interface of this machine; servers in containers cannot use
 * it.
 */
public final class NetworkLine implements AutoCloseable {

  private static final int PIECE = 65_536;

  private final ServerSocket door;
  private final Set<Pair> pairs = ConcurrentHashMap.newKeySet();
  private volatile Server.Address target;
  private volatile LineFault fault = LineFault.NONE;

  private NetworkLine(MySqlNode node) throws IOException {
    this.target = new Server.Address(node.host(), node.port());
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
      return new NetworkLine(node);
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
    String there = "//" + target.host() + ":" + target.port() + "/";
    if (!jdbcUrl.contains(there)) {
      throw new IllegalArgumentException(
          "the URL must lead to %s:%d, but was %s"
              .formatted(target.host(), target.port(), jdbcUrl));
    }
    return jdbcUrl.replace(there, "//" + host() + ":" + port() + "/");
  }

  /**
   * From now on nothing arrives, in either direction; new connections are taken, and get nothing.
   */
  public void silence() {
    fault = LineFault.of(Kind.SILENT, "");
  }

  /** Resets all connections, and from now on each new one as soon as it is there. */
  public void refuse() {
    fault = LineFault.of(Kind.REFUSING, "");
    pairs.forEach(Pair::reset);
  }

  /**
   * From now on each piece of an answer arrives so much later.
   *
   * @param delay of one way; the other one is as fast as before
   */
  public void delay(Duration delay) {
    fault = LineFault.slow(delay);
  }

  /**
   * From now on of each answer to such a request only the first half arrives, and then the end of
   * the connection.
   *
   * @param text a part of the request; empty: of everything that the server sends
   */
  public void truncateAnswersTo(String text) {
    fault = LineFault.of(Kind.TRUNCATING, text);
  }

  /**
   * The next such request is the last of its connection: the server gets it, and carries it out,
   * and nobody hears of it. All others go on.
   *
   * @param text a part of the request
   */
  public void loseAnswerTo(String text) {
    fault = LineFault.of(Kind.LOSING_ONE, text);
  }

  /**
   * Whether the answer that {@link #loseAnswerTo} spoke of has been lost.
   *
   * @return false until there was such a request
   */
  public boolean hasLostAnswer() {
    return fault.is(Kind.NONE);
  }

  /**
   * Leads new connections to another server, as a name or a virtual IP that has moved. Those that
   * are there stay where they are.
   *
   * @param node the server at its end from now on
   */
  public void leadTo(MySqlNode node) {
    target = new Server.Address(node.host(), node.port());
  }

  /**
   * Ends the fault. Connections over which something was lost are closed, since what follows would
   * make no sense; the others go on.
   */
  public void restore() {
    fault = LineFault.NONE;
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
      Server.Address to = target;
      Socket server;
      try {
        server = new Socket(to.host(), to.port());
      } catch (IOException e) {
        // as the server would: no answer to the client but the end
        client.close();
        continue;
      }
      Pair pair = new Pair(client, server);
      pairs.add(pair);
      if (fault.is(Kind.REFUSING)) {
        pair.reset();
        continue;
      }
      run("there", () -> pair.carry(client, server, pair::request));
      run("back", () -> pair.carry(server, client, pair::answer));
    }
  }

  /** What a thread does. */
  private interface Work {
    void run() throws IOException;
  }

  /** What becomes of a piece on its way. */
  private interface Passage {
    /** Sends so much of it as arrives; returns whether more may follow. */
    boolean pass(byte[] piece, int length, OutputStream out) throws IOException;
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
            "network-line-" + name + "-" + port());
    thread.setDaemon(true);
    thread.start();
  }

  /** One client and its connection to the server. */
  private final class Pair {
    private final Socket client;
    private final Socket server;

    /** Something did not arrive. */
    private volatile boolean lost;

    /** The answer to the last request is one that is harmed. */
    private volatile boolean harmed;

    Pair(Socket client, Socket server) {
      this.client = client;
      this.server = server;
    }

    void carry(Socket from, Socket to, Passage passage) throws IOException {
      try {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        byte[] piece = new byte[PIECE];
        for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
          boolean arrives = !fault.is(Kind.SILENT) && !lost;
          if (arrives ? !passage.pass(piece, n, out) : restoredAfterALoss()) {
            break;
          }
        }
      } finally {
        // the end is something too that does not arrive
        if (restoredAfterALoss()) {
          end();
        }
      }
    }

    /**
     * Notes that something did not arrive. Returns whether the line has been restored already,
     * perhaps just before it could see that.
     */
    private boolean restoredAfterALoss() {
      lost = true;
      return !fault.is(Kind.SILENT);
    }

    boolean request(byte[] piece, int length, OutputStream out) throws IOException {
      LineFault now = fault;
      harmed |= now.harmsAnswerTo(piece, length);
      if (harmed && now.is(Kind.LOSING_ONE)) {
        fault = LineFault.NONE;
      }
      out.write(piece, 0, length);
      return true;
    }

    boolean answer(byte[] piece, int length, OutputStream out) throws IOException {
      LineFault now = fault;
      if (now.is(Kind.TRUNCATING) && (harmed || now.text().isEmpty())) {
        out.write(piece, 0, length / 2);
        return false;
      }
      if (harmed) {
        return false;
      }
      if (now.is(Kind.SLOW)) {
        later(now.delay());
      }
      out.write(piece, 0, length);
      return true;
    }

    private void later(Duration delay) throws IOException {
      try {
        Thread.sleep(delay.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("the line ends", e);
      }
    }

    /** The client sees that it was cut off, not the end of what was sent. */
    void reset() {
      try {
        client.setSoLinger(true, 0);
      } catch (IOException e) {
        // it has closed already
        Thread.onSpinWait();
      }
      end();
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
