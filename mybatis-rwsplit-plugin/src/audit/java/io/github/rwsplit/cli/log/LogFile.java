package io.github.rwsplit.cli.log;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * One log as it was named on the command line, plain or compressed, which its first bytes tell.
 *
 * @param name as it was given
 * @param path the file; null: standard input
 * @param size in bytes as it lies there; 0: not known
 */
record LogFile(String name, @Nullable Path path, long size) {

  private static final int GZIP = 0x1f8b;

  /** Looks at what was named, before anything is read. */
  static LogFile of(String name) throws InputException {
    if (name.equals("-")) {
      return new LogFile("standard input", null, 0);
    }
    try {
      Path path = Path.of(name);
      if (Files.isDirectory(path)) {
        throw new InputException(
            name + " is a directory; name the logs in it, for instance " + name + "/*.log*");
      }
      if (!Files.exists(path)) {
        throw new InputException(name + " does not exist; correct the path, or use - for a pipe");
      }
      if (!Files.isReadable(path)) {
        throw new InputException(name + " may not be read by this user; check its permissions");
      }
      return new LogFile(name, path, Files.size(path));
    } catch (InvalidPathException e) {
      throw new InputException(name + " is no path of this system", e);
    } catch (InputException e) {
      throw e;
    } catch (IOException e) {
      throw new InputException(name + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** Opens it; the counter is told of every byte read from where it lies. */
  InputStream open(InputStream standardInput, ByteCounter counter) throws IOException {
    InputStream raw = path == null ? standardInput : openFile(path);
    BufferedInputStream counted = new BufferedInputStream(new Counted(raw, counter), 1 << 16);
    counted.mark(2);
    int magic = counted.read() << 8 | counted.read();
    counted.reset();
    try {
      return magic == GZIP ? new GZIPInputStream(counted, 1 << 16) : counted;
    } catch (ZipException | EOFException e) {
      counted.close();
      throw new InputException(
          name + " begins like gzip and is none: " + e.getMessage() + "; copy it again", e);
    }
  }

  private InputStream openFile(Path file) throws IOException {
    try {
      return Files.newInputStream(file);
    } catch (NoSuchFileException | AccessDeniedException e) {
      throw new InputException(name + " could be seen but not opened: " + e.getMessage(), e);
    }
  }

  /** What became of a file that could not be read to its end. */
  String problem(IOException e) {
    if (e instanceof EOFException) {
      return name + " ends in the middle of its gzip stream: it is cut, or still being written";
    }
    if (e instanceof ZipException) {
      return name + " has a damaged gzip stream (" + e.getMessage() + ")";
    }
    return e instanceof InputException
        ? String.valueOf(e.getMessage())
        : name + " could not be read to its end: " + e.getMessage();
  }

  /** Is told how many bytes were read. */
  interface ByteCounter {
    void read(long bytes);
  }

  private static final class Counted extends FilterInputStream {
    private final ByteCounter counter;

    Counted(InputStream in, ByteCounter counter) {
      super(in);
      this.counter = counter;
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      if (read >= 0) {
        counter.read(1);
      }
      return read;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      int read = super.read(into, from, length);
      if (read > 0) {
        counter.read(read);
      }
      return read;
    }
  }
}
