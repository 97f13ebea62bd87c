package io.github.rwsplit.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs parts, each of which leaves a piece of Markdown, and puts the pieces into the document where
 * that is asked for.
 */
public final class Run {

  private static final Map<String, Part> PARTS = new LinkedHashMap<>();

  static {
    PARTS.put("read", new ReadPart());
    PARTS.put("flat", new FlatPart());
    PARTS.put("startup", new StartUpPart());
    PARTS.put("locks", new LocksPart());
    PARTS.put("servers", new ServersPart());
  }

  private Run() {}

  static Set<String> parts() {
    return PARTS.keySet();
  }

  /**
   * Runs the parts that are named, or all.
   *
   * @param args names of parts; {@code --quick}; {@code --docs=FILE}, a document with a place for
   *     each part
   */
  public static void main(String[] args) throws Exception {
    List<String> names = new ArrayList<>(List.of(args));
    boolean quick = names.remove("--quick");
    String docs = names.stream().filter(name -> name.startsWith("--docs=")).findAny().orElse("");
    names.remove(docs);
    if (!PARTS.keySet().containsAll(names)) {
      System.err.printf("the parts are %s, but asked for were %s%n", PARTS.keySet(), names);
      System.exit(2);
    }
    if (quick && !docs.isEmpty()) {
      System.err.println("the figures of --quick are no good for a document");
      System.exit(2);
    }
    for (Map.Entry<String, Part> part : PARTS.entrySet()) {
      if (names.isEmpty() || names.contains(part.getKey())) {
        String found = run(part.getKey(), part.getValue(), quick);
        if (!docs.isEmpty()) {
          put(part.getKey(), found, Path.of(docs.substring("--docs=".length())));
        }
      }
    }
    // pools and probes of contestants may be left
    System.exit(0);
  }

  private static String run(String name, Part part, boolean quick) throws Exception {
    long begun = System.nanoTime();
    String found = part.run(quick).strip() + "\n";
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    System.err.printf("%s took %d s%n", name, took.toSeconds());
    String text =
        "On "
            + Machine.describe()
            + (quick ? ". **A quick run: the figures are no good.**" : ".")
            + "\n\n"
            + found;
    System.out.println("\n## " + name + "\n\n" + text);
    Path report = Files.createDirectories(Path.of("target", "report"));
    Files.writeString(report.resolve(name + ".md"), text);
    return text;
  }

  /** Between the two comments that name the part. */
  static void put(String part, String text, Path document) throws IOException {
    String begin = "<!-- " + part + ": what the run wrote -->\n";
    String end = "<!-- " + part + ": end -->";
    String before = Files.readString(document);
    int from = before.indexOf(begin);
    int to = before.indexOf(end);
    if (from < 0 || to < from) {
      throw new IOException(
          "the document must have a place for %s, from %s to %s".formatted(part, begin, end));
    }
    Files.writeString(
        document,
        before.substring(0, from + begin.length())
            + "\n"
            + text.strip()
            + "\n\n"
            + before.substring(to));
  }
}
