package io.github.rwsplit.test;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The folder that outlives the JVM: unpacked servers, data templates, and one folder per running
 * JVM.
 *
 * <p>What is in it appears by rename, so it is whole or absent, and is made under a lock that other
 * processes respect.
 */
final class CacheFolder {

  private static final String DRAFT = "draft-";
  private static final Object IN_THIS_JVM = new Object();

  /**
   * What this JVM has locked; guarded by {@link #IN_THIS_JVM}. Asked before a lock file is opened,
   * because on POSIX systems closing any channel of a file gives up all locks of the process on it
   * (see {@link FileLock}): another JVM would take our folder for a leftover.
   */
  private static final Map<Path, FileChannel> HELD = new HashMap<>();

  private final Path root;

  CacheFolder(Path root) {
    this.root = root;
  }

  /**
   * The folder that {@code -Dmysqlcluster.cache} names, else one in the place where this system
   * keeps caches.
   */
  static CacheFolder configured() {
    String named = System.getProperty("mysqlcluster.cache");
    return new CacheFolder(
        named == null || named.isBlank()
            ? systemCache()
            : Path.of(named).toAbsolutePath().normalize());
  }

  private static Path systemCache() {
    Path home = Path.of(System.getProperty("user.home")).toAbsolutePath();
    if (System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac")) {
      return home.resolve("Library/Caches/mybatis-rwsplit");
    }
    String xdg = System.getenv("XDG_CACHE_HOME");
    Path caches =
        xdg == null || xdg.isBlank() ? home.resolve(".cache") : Path.of(xdg).toAbsolutePath();
    return caches.resolve("mybatis-rwsplit");
  }

  Path root() {
    return root;
  }

  /**
   * The entry {@code name}, made by {@code maker} if it is not there yet.
   *
   * <p>Only one process makes it; the others wait and then use it. A maker that fails leaves
   * nothing behind.
   */
  Path once(String name, Maker maker) throws IOException {
    Path entry = root.resolve(name);
    if (Files.isDirectory(entry)) {
      return entry;
    }
    synchronized (IN_THIS_JVM) {
      Files.createDirectories(root.resolve("locks"));
      try (FileChannel channel = lockFile(name);
          FileLock lock = channel.lock()) {
        if (lock.isValid() && !Files.isDirectory(entry)) {
          deleteDrafts(name);
          Path draft = Files.createTempDirectory(root, DRAFT + name + "-");
          try {
            maker.make(draft);
            Files.move(draft, entry, StandardCopyOption.ATOMIC_MOVE);
          } finally {
            Folders.delete(draft);
          }
        }
      }
    }
    return entry;
  }

  /** Drafts of this name can only be left by a process that died, as we hold the lock. */
  private void deleteDrafts(String name) throws IOException {
    try (DirectoryStream<Path> drafts = Files.newDirectoryStream(root, DRAFT + name + "-*")) {
      for (Path draft : drafts) {
        Folders.delete(draft);
      }
    }
  }

  /**
   * A lock held by this process until the channel is closed or the process ends; null if somebody
   * has it.
   */
  @Nullable FileChannel tryLock(String name) throws IOException {
    synchronized (IN_THIS_JVM) {
      Files.createDirectories(root.resolve("locks"));
      FileChannel held = HELD.get(lockPath(name));
      if (held != null && held.isOpen()) {
        return null;
      }
      FileChannel channel = lockFile(name);
      try {
        if (channel.tryLock() != null) {
          HELD.put(lockPath(name), channel);
          return channel;
        }
      } catch (OverlappingFileLockException e) {
        // held by this very JVM through classes of another loader
        channel.close();
        return null;
      }
      channel.close();
      return null;
    }
  }

  /** Gives back what {@link #tryLock} gave. */
  void unlock(String name, FileChannel lock) throws IOException {
    synchronized (IN_THIS_JVM) {
      // deleted while it is still held, so that nobody holds a file that is no longer there
      Files.deleteIfExists(lockPath(name));
      lock.close();
      HELD.remove(lockPath(name), lock);
    }
  }

  private Path lockPath(String name) {
    return root.resolve("locks").resolve(name + ".lock").toAbsolutePath().normalize();
  }

  private FileChannel lockFile(String name) throws IOException {
    return FileChannel.open(lockPath(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /** Fills a new folder. */
  @FunctionalInterface
  interface Maker {
    void make(Path folder) throws IOException;
  }
}
