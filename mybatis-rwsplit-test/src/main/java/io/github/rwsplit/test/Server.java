package io.github.rwsplit.test;

/** One MySQL server, wherever it comes from: its addresses, its life, and its log of statements. */
interface Server extends AutoCloseable {

  /** The name of its node. */
  String name();

  /** Where this JVM reaches it. */
  Address address();

  /** Where the other servers of the cluster reach it. */
  Address addressForServers();

  /** Starts it, or starts it again after its end, and returns when it takes connections. */
  void start(boolean readOnly);

  /** Whether it was started and has not ended; a paused server counts as running. */
  boolean isRunning();

  /** Ends it at once, as a crash does. */
  void kill();

  /** Ends it in good order. */
  void shutdown();

  /** Stops it from doing anything, while its connections stay open. */
  void pause();

  /** Ends a pause; without effect where there is none. */
  void resume();

  /** Reads what came into its log since the last call. */
  void readLogInto(StatementLog log);

  /** Ends it and removes what it left. */
  @Override
  void close();

  /** A host and a port. */
  record Address(String host, int port) {}
}
