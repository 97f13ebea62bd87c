package io.github.rwsplit.test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A mysqld that is a child process of this JVM. */
final class MysqldServer implements Server {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final String name;
  private final int serverId;
  private final Distribution distribution;
  private final Accounts accounts;
  private final List<String> extraOptions;
  private final Supplier<Map<String, String>> environment;
  private final Path folder;
  private final Path pidFile;
  private final Port port;
  private final LogTail tail;
  private boolean accountsMade;
  private volatile @Nullable Process process;
  private volatile boolean closed;

  /** Makes the server's folder with a copy of the template; nothing runs yet. */
  MysqldServer(
      NodePlan plan,
      Distribution distribution,
      Accounts accounts,
      Path template,
      RunFolder run,
      CacheFolder cache)
      throws IOException {
    this.name = plan.name();
    this.serverId = plan.serverId();
    this.distribution = distribution;
    this.accounts = accounts;
    this.extraOptions = plan.options();
    this.environment = plan.environment();
    this.folder = Files.createDirectory(run.path().resolve(name));
    this.pidFile = run.path().resolve(name + ".pid");
    this.port = Port.reserve(cache);
    this.tail = LogTail.of(generalLog());
    Folders.copy(template, data());
    // every server must have a server_uuid of its own
    Files.deleteIfExists(data().resolve("auto.cnf"));
  }

  private Path data() {
    return folder.resolve("data");
  }

  private Path errorLog() {
    return folder.resolve("error.log");
  }

  private Path generalLog() {
    return folder.resolve("general.log");
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Address address() {
    return new Address("127.0.0.1", port.number());
  }

  @Override
  public Address addressForServers() {
    return address();
  }

  @Override
  public synchronized void start(boolean readOnly) {
    if (isRunning()) {
      return;
    }
    try {
      boolean first = !accountsMade;
      Path init = folder.resolve("init.sql");
      if (first) {
        Files.deleteIfExists(init);
        Files.createFile(init);
        if (Files.getFileStore(init).supportsFileAttributeView("posix")) {
          Files.setPosixFilePermissions(init, PosixFilePermissions.fromString("rw-------"));
        }
        List<String> statements = new ArrayList<>(accounts.creation());
        statements.add(accounts.lockRoot());
        Files.writeString(init, String.join(";\n", statements) + ";\n");
      }
      // what an applier that was killed left there keeps the next one from starting
      Folders.delete(loads());
      Files.createDirectory(loads());
      ProcessBuilder builder = new ProcessBuilder(command(first ? init : null, readOnly));
      builder.environment().putAll(distribution.environment());
      builder.environment().putAll(environment.get());
      builder
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(errorLog().toFile()));
      Process started = builder.start();
      process = started;
      Files.writeString(pidFile, Long.toString(started.pid()), StandardCharsets.US_ASCII);
      started.getOutputStream().close();
      if (closed) {
        // the JVM ends while this thread still starts servers
        started.destroyForcibly();
      }
      Readiness.await(name, address(), accounts.admin(), PATIENCE, () -> whyEnded(started));
      accountsMade = true;
      Files.deleteIfExists(init);
    } catch (IOException e) {
      throw new MySqlClusterException("%s could not be started from %s".formatted(name, folder), e);
    }
  }

  /** Where the applier tries out, whenever it starts, whether it could keep a file. */
  private Path loads() {
    return folder.resolve("loads");
  }

  private List<String> command(@Nullable Path init, boolean readOnly) {
    List<String> command = new ArrayList<>();
    command.add(distribution.mysqld().toString());
    command.addAll(MysqldOptions.forServer(distribution));
    command.addAll(
        List.of(
            "--datadir=" + data(),
            "--port=" + port.number(),
            "--server-id=" + serverId,
            "--report-host=127.0.0.1",
            "--pid-file=" + folder.resolve("mysqld.pid"),
            "--replica-load-tmpdir=" + loads(),
            "--general-log=ON",
            "--log-output=FILE",
            "--general-log-file=" + generalLog()));
    if (init != null) {
      command.add("--init-file=" + init);
    } else if (readOnly) {
      command.add("--super-read-only=ON");
    }
    command.addAll(extraOptions);
    return command;
  }

  private @Nullable String whyEnded(Process started) {
    if (started.isAlive()) {
      return null;
    }
    String tailOfLog;
    try {
      List<String> lines = Files.readAllLines(errorLog(), StandardCharsets.UTF_8);
      tailOfLog = String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    } catch (IOException e) {
      tailOfLog = "(its error log could not be read: " + e.getMessage() + ")";
    }
    return "%s ended with exit code %d. Its error log says:%n%s"
        .formatted(name, started.exitValue(), tailOfLog);
  }

  @Override
  public boolean isRunning() {
    Process current = process;
    return current != null && current.isAlive();
  }

  @Override
  public void kill() {
    Process current = process;
    if (current != null) {
      current.destroyForcibly();
      awaitEnd(current);
    }
  }

  @Override
  public void shutdown() {
    Process current = process;
    if (current != null) {
      current.destroy();
      awaitEnd(current);
    }
  }

  private void awaitEnd(Process ending) {
    try {
      if (!ending.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new MySqlClusterException(
            "%s did not end within %s; is it paused?".formatted(name, PATIENCE));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MySqlClusterException("Interrupted while waiting for the end of " + name, e);
    }
  }

  @Override
  public void pause() {
    signal("-STOP");
    Process current = process;
    if (current != null) {
      StoppedProcess.await(current.pid());
    }
  }

  @Override
  public void resume() {
    if (isRunning()) {
      signal("-CONT");
    }
  }

  private void signal(String signal) {
    Process current = process;
    if (current == null || !current.isAlive()) {
      throw new MySqlClusterException(
          name + " must be running to be paused, but was not; start it first");
    }
    try {
      Commands.Outcome outcome =
          Commands.run(
              List.of("kill", signal, Long.toString(current.pid())),
              null,
              Map.of(),
              Duration.ofSeconds(10));
      if (!outcome.succeeded()) {
        throw new MySqlClusterException(
            "kill %s of %s failed: %s".formatted(signal, name, outcome.output()));
      }
    } catch (IOException e) {
      throw new MySqlClusterException(
          "%s could not be sent the signal %s".formatted(name, signal), e);
    }
  }

  @Override
  public void readLogInto(StatementLog log) {
    tail.readInto(log);
  }

  @Override
  public void close() {
    closed = true;
    kill();
    try {
      Files.deleteIfExists(pidFile);
      Folders.delete(folder);
      port.close();
    } catch (IOException e) {
      throw new MySqlClusterException(
          "%s has ended, but its folder %s could not be removed".formatted(name, folder), e);
    }
  }
}
