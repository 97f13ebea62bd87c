package io.github.rwsplit.cases;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An address that leads to one server, and from a moment on to another, as a name or a virtual IP
 * does. Connections that are there stay where they are.
 */
final class MovingAddress implements AutoCloseable {

  private final ServerSocket entry = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private volatile InetSocketAddress target;

  MovingAddress(String host, int port) throws IOException {
    target = new InetSocketAddress(host, port);
    start(this::accept);
  }

  int port() {
    return entry.getLocalPort();
  }

  /** New connections go there. */
  void leadTo(String host, int port) {
    target = new InetSocketAddress(host, port);
  }

  private void accept() {
    try {
      while (true) {
        Socket client = entry.accept();
        Socket server = new Socket();
        open.add(client);
        open.add(server);
        try {
          server.connect(target, 1_000);
          start(() -> copy(client, server));
          start(() -> copy(server, client));
        } catch (IOException refused) {
          client.close();
        }
      }
    } catch (IOException closed) {
      end(open);
    }
  }

  private static void copy(Socket from, Socket to) {
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      in.transferTo(out);
    } catch (IOException ended) {
      end(List.of(from, to));
    }
  }

  private static void end(List<Socket> sockets) {
    for (Socket socket : sockets) {
      try {
        socket.close();
      } catch (IOException alreadyGone) {
        throw new IllegalStateException(alreadyGone);
      }
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "moving-address");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    entry.close();
  }
}
