package io.github.rwsplit.cli.lint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Leads from what was built to the source that a reviewer sees. Byte code has no line for a method
 * without a body, so that the line is looked for in the source.
 */
final class Sources {

  /** Where Maven and Gradle put what they build, and where it comes from. */
  private static final String[][] BUILT = {
    {"target/classes/", "src/main/java/"},
    {"target/test-classes/", "src/test/java/"},
    {"build/classes/java/main/", "src/main/java/"},
    {"build/classes/kotlin/main/", "src/main/kotlin/"},
    {"target/classes/", "src/main/resources/"},
    {"target/test-classes/", "src/test/resources/"},
    {"build/resources/main/", "src/main/resources/"},
    {"target/classes/", "src/main/kotlin/"},
  };

  private final Path base;
  private final Map<String, List<Path>> byName = new HashMap<>();
  private final Map<Path, List<String>> lines = new HashMap<>();

  Sources(Path base) {
    this.base = base.toAbsolutePath().normalize();
  }

  /** Remembers the sources among the paths. */
  void index(List<Path> paths) throws IOException {
    for (Path path : paths) {
      try (Stream<Path> files = Files.walk(path)) {
        files
            .filter(file -> file.toString().endsWith(".java") || file.toString().endsWith(".kt"))
            .forEach(
                file ->
                    byName
                        .computeIfAbsent(String.valueOf(file.getFileName()), n -> new ArrayList<>())
                        .add(file));
      }
    }
  }

  /** A path as it is shown: below the base where it lies there, with slashes. */
  String shown(Path file) {
    Path whole = file.toAbsolutePath().normalize();
    Path shown = whole.startsWith(base) ? base.relativize(whole) : whole;
    return shown.toString().replace('\\', '/');
  }

  /** The same of a built file, or of the source that it is an exact copy of. */
  String shownSource(Path file) throws IOException {
    Path source = file.toString().endsWith(".xml") ? source(file, null) : null;
    boolean same = source != null && Files.mismatch(source, file) == -1;
    return shown(same && source != null ? source : file);
  }

  /** Where an interface, or a method of it, is written; its class file where that is not found. */
  Place place(ClassFile type, String classFile, @Nullable String method) {
    Path source = classFile.contains("!/") ? null : source(base.resolve(classFile), type);
    if (source == null) {
      source = indexed(type);
    }
    if (source == null) {
      return new Place(classFile, 0);
    }
    List<String> text = lines.computeIfAbsent(source, Sources::read);
    int of = find(text, 0, "\\b(interface|class)\\s+" + Pattern.quote(type.simpleName()) + "\\b");
    int line =
        method == null
            ? of
            : find(text, Math.max(0, of), "\\b" + Pattern.quote(method) + "\\s*\\(");
    return new Place(shown(source), line + 1);
  }

  /** The first line from one on in which a pattern stands, outside of comments; -1: none. */
  private static int find(List<String> text, int from, String pattern) {
    Pattern wanted = Pattern.compile(pattern);
    for (int i = from; i < text.size(); i++) {
      String line = text.get(i).strip();
      boolean comment = line.startsWith("*") || line.startsWith("/");
      if (!comment && wanted.matcher(line).find()) {
        return i;
      }
    }
    return -1;
  }

  private static List<String> read(Path file) {
    try {
      return List.of(Files.readString(file, StandardCharsets.UTF_8).split("\n", -1));
    } catch (IOException otherEncoding) {
      return List.of();
    }
  }

  private @Nullable Path indexed(ClassFile type) {
    for (Path path : byName.getOrDefault(type.sourceFile, List.of())) {
      if (path.toAbsolutePath().toString().replace('\\', '/').endsWith("/" + type.sourcePath())) {
        return path;
      }
    }
    return null;
  }

  private static @Nullable Path source(Path built, @Nullable ClassFile type) {
    String path = built.toAbsolutePath().normalize().toString().replace('\\', '/');
    for (String[] pair : BUILT) {
      int at = path.lastIndexOf("/" + pair[0]);
      if (at >= 0) {
        String below = type == null ? path.substring(at + 1 + pair[0].length()) : type.sourcePath();
        Path source = Path.of(path.substring(0, at + 1) + pair[1] + below);
        if (Files.isRegularFile(source)) {
          return source;
        }
      }
    }
    return null;
  }
}
