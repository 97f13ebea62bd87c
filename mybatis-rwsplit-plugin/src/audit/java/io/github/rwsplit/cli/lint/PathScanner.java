package io.github.rwsplit.cli.lint;

import io.github.rwsplit.cli.log.InputException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Finds mapper files and interfaces in directories, files and jars, also in the jars that an
 * executable jar of Spring Boot carries. Reads bytes only.
 */
final class PathScanner {

  private static final long LARGEST = 32L << 20;
  private static final int DEEPEST = 3;

  private final Sources sources;
  private final Sink sink;
  private final Set<Integer> mapperFiles = new HashSet<>();
  private final Set<String> interfaces = new HashSet<>();

  /** Takes what was found. */
  interface Sink {
    void mapper(byte[] content, String file);

    void type(ClassFile type, String file);

    void unreadable(String file, String reason);
  }

  PathScanner(Sources sources, Sink sink) {
    this.sources = sources;
    this.sink = sink;
  }

  void scan(List<Path> paths) throws InputException {
    for (Path path : paths) {
      if (!Files.exists(path)) {
        throw new InputException(
            path + " does not exist; name directories, jars, mapper files or class files");
      }
    }
    for (Path path : paths) {
      try (Stream<Path> files = Files.walk(path, FileVisitOption.FOLLOW_LINKS)) {
        for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile).sorted()::iterator) {
          file(file);
        }
      } catch (IOException | java.io.UncheckedIOException e) {
        throw new InputException(path + " cannot be read: " + e.getMessage(), e);
      }
    }
  }

  private void file(Path file) throws IOException {
    String name = file.toString();
    if (name.endsWith(".jar") || name.endsWith(".war")) {
      try (InputStream in = Files.newInputStream(file)) {
        archive(in, sources.shown(file), 0);
      }
    } else if (wanted(name)) {
      if (Files.size(file) > LARGEST) {
        sink.unreadable(sources.shown(file), "is larger than " + LARGEST + " bytes");
        return;
      }
      found(Files.readAllBytes(file), name.endsWith(".class"), sources.shownSource(file));
    }
  }

  private static boolean wanted(String name) {
    return name.endsWith(".xml") || name.endsWith(".class");
  }

  private void archive(InputStream in, String shown, int depth) throws IOException {
    ZipInputStream zip = new ZipInputStream(in);
    try {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        String name = entry.getName();
        String inside = shown + "!/" + name;
        if (entry.isDirectory() || name.startsWith("META-INF/versions/")) {
          continue;
        }
        if (name.endsWith(".jar") && depth < DEEPEST) {
          archive(new Kept(zip), inside, depth + 1);
        } else if (wanted(name)) {
          byte[] content = zip.readNBytes((int) LARGEST + 1);
          if (content.length > LARGEST) {
            sink.unreadable(inside, "is larger than " + LARGEST + " bytes");
          } else {
            found(content, name.endsWith(".class"), inside);
          }
        }
      }
    } catch (IOException e) {
      sink.unreadable(shown, "is no readable archive: " + e.getMessage());
    }
  }

  /** The stream of an inner archive, which must not close the outer one. */
  private static final class Kept extends FilterInputStream {
    Kept(InputStream in) {
      super(in);
    }

    @Override
    public void close() {
      // the outer archive goes on
    }
  }

  /** The same file may lie in the sources and in what was built of them; once is enough. */
  private void found(byte[] content, boolean code, String shown) {
    if (!code) {
      if (mentionsMapper(content) && mapperFiles.add(Arrays.hashCode(content))) {
        sink.mapper(content, shown);
      }
      return;
    }
    try {
      ClassFile type = ClassFile.read(content);
      if (type != null && interfaces.add(type.name)) {
        sink.type(type, shown);
      }
    } catch (RuntimeException notByteCode) {
      sink.unreadable(shown, "is no class file that can be read: " + notByteCode);
    }
  }

  private static boolean mentionsMapper(byte[] content) {
    int head = Math.min(content.length, 1 << 16);
    return new String(content, 0, head, StandardCharsets.ISO_8859_1).contains("<mapper");
  }
}
