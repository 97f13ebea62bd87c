package io.github.rwsplit.test;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where one cluster keeps its data directories, pid files and error logs while it runs.
 *
 * <p>Its lock is held as long as this JVM lives, and the operating system gives it back when the
 * JVM dies in whatever way. A run folder whose lock is free therefore belongs to nobody: the
 * servers that its pid files name are ended and the folder goes.
 */
final class RunFolder implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(RunFolder.class);
  private static final String PREFIX = "run-";

  private final Path path;
  private final FileChannel lock;

  private RunFolder(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /** Ends what crashed JVMs left, then makes a folder of our own. */
  static RunFolder create(CacheFolder cache) throws IOException {
    Files.createDirectories(cache.root());
    sweep(cache);
    // the name is locked before the folder appears, or another JVM's sweep could take it for a
    // leftover
    while (true) {
      String name = PREFIX + ProcessHandle.current().pid() + "-" + Secrets.token(6);
      FileChannel lock = cache.tryLock(name);
      if (lock != null) {
        return new RunFolder(Files.createDirectory(cache.root().resolve(name)), lock);
      }
    }
  }

  /**
   * Ends servers of JVMs that are gone, and deletes their folders. Those of living JVMs are not
   * touched.
   */
  static void sweep(CacheFolder cache) throws IOException {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(cache.root(), PREFIX + "*")) {
      for (Path folder : folders) {
        String name = folder.getFileName().toString();
        try (FileChannel lock = cache.tryLock(name)) {
          if (lock != null) {
            log.info("Ending the servers that a JVM which is gone left in {}", folder);
            endServersOf(folder);
            Folders.delete(folder);
            Files.deleteIfExists(cache.root().resolve("locks").resolve(name + ".lock"));
          }
        }
      }
    }
  }

  Path path() {
    return path;
  }

  private static void endServersOf(Path folder) throws IOException {
    try (DirectoryStream<Path> pidFiles = Files.newDirectoryStream(folder, "*.pid")) {
      for (Path pidFile : pidFiles) {
        String content = Files.readString(pidFile, StandardCharsets.US_ASCII).strip();
        if (content.matches("\\d{1,18}")) {
          ProcessHandle.of(Long.parseLong(content))
              .filter(process -> runsIn(process, folder))
              .ifPresent(process -> end(process, folder));
        }
      }
    }
  }

  /** The number may long belong to another process, so the command line must name the folder. */
  private static boolean runsIn(ProcessHandle process, Path folder) {
    Path cmdline = Path.of("/proc", Long.toString(process.pid()), "cmdline");
    try {
      // empty for a zombie, which needs no ending
      return Files.exists(cmdline)
          ? Files.readString(cmdline, StandardCharsets.ISO_8859_1).contains(folder + "/")
          : process.info().commandLine().orElse("").contains(folder + "/");
    } catch (IOException e) {
      log.debug("Process {} ended while it was looked at", process.pid(), e);
      return false;
    }
  }

  private static void end(ProcessHandle process, Path folder) {
    process.destroyForcibly();
    try {
      process.onExit().get(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // a zombie that nobody reaps never counts as ended, though it holds no file any more
      log.debug("Process {} of {} was killed but is still listed", process.pid(), folder, e);
    }
  }

  @Override
  public void close() throws IOException {
    Folders.delete(path);
    lock.close();
    Files.deleteIfExists(path.resolveSibling("locks").resolve(path.getFileName() + ".lock"));
  }
}
