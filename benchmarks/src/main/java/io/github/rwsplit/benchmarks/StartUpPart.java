package io.github.rwsplit.benchmarks;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the library adds to the start of a Spring Boot application: the same application with it on
 * the class path and without, in processes of their own, in turns.
 */
final class StartUpPart implements Part {

  private static final int ROUNDS = 8;
  private static final int FEW_ROUNDS = 6;
  private static final int MAPPERS = 50;
  private static final double MOST_MILLIS = 300;
  private static final String LIBRARY = "mybatis-rwsplit-plugin";

  /** With drivers and automatic configurations that no application has beside one another. */
  private static final List<String> PEERS =
      List.of("shardingsphere", "aws-advanced-jdbc-wrapper", "dynamic-datasource");

  private static final Pattern SAID =
      Pattern.compile(StartUpApplication.READY + "(\\d+), statements: (\\d+), reads on (\\S+)");

  /** Starts with and without the library, in milliseconds since the JVM's own start. */
  private record Starts(List<Double> with, List<Double> without) {

    Median added() {
      return Median.of(
          IntStream.range(0, with.size()).mapToObj(i -> with.get(i) - without.get(i)).toList());
    }
  }

  @Override
  public String run(boolean quick) throws Exception {
    int rounds = quick ? 2 : ROUNDS;
    Starts few = starts(1, Math.min(rounds, FEW_ROUNDS));
    Starts many = starts(MAPPERS, rounds);
    Target target =
        new Target(
            "added to the start with %,d statements"
                .formatted(MAPPERS * ManyMappers.STATEMENTS_OF_ONE),
            many.added(),
            MOST_MILLIS,
            MOST_MILLIS,
            millis -> String.format(Locale.ROOT, "%.0f ms", millis));
    return """
        A Spring Boot application from the start of its JVM until it is ready, on the stub driver, two replicas:

        | mapper statements | without the library, ms | with it, ms | added, ms | 95 %% interval |
        |---|---|---|---|---|
        %s%s
        %s%s"""
        .formatted(
            line(ManyMappers.STATEMENTS_OF_ONE, few),
            line(MAPPERS * ManyMappers.STATEMENTS_OF_ONE, many),
            Target.HEADING,
            target);
  }

  private static String line(int statements, Starts starts) {
    Median added = starts.added();
    return String.format(
        Locale.ROOT,
        "| %,d | %.0f | %.0f | %.0f | %s |%n",
        statements,
        Median.of(starts.without()).value(),
        Median.of(starts.with()).value(),
        added.value(),
        added.told()
            ? String.format(Locale.ROOT, "%.0f to %.0f", added.low(), added.high())
            : "too few rounds");
  }

  private static Starts starts(int mappers, int rounds) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("benchmarks");
    try {
      ManyMappers.write(folder.resolve("plain"), mappers, false);
      ManyMappers.write(folder.resolve("declared"), mappers, true);
      Starts starts = new Starts(new ArrayList<>(), new ArrayList<>());
      for (int round = 0; round < rounds; round++) {
        starts.without().add(start(folder.resolve("plain"), mappers, false));
        starts.with().add(start(folder.resolve("declared"), mappers, true));
      }
      return starts;
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        files.sorted(java.util.Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
      }
    }
  }

  private static double start(Path mappers, int count, boolean library)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-cp"));
    command.add(mappers + File.pathSeparator + classPath(library));
    command.add(StartUpApplication.class.getName());
    command.addAll(
        List.of(
            "--spring.main.banner-mode=off",
            "--spring.datasource.url=" + Database.STUB.url("primary"),
            "--spring.datasource.username=" + Database.USER,
            "--spring.datasource.driver-class-name=" + StubDriver.class.getName()));
    if (library) {
      command.add("--rwsplit.replicas.replica-1.url=" + Database.STUB.url("replica-1"));
      command.add("--rwsplit.replicas.replica-2.url=" + Database.STUB.url("replica-2"));
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    Matcher said = SAID.matcher(output);
    if (!said.find()
        || Integer.parseInt(said.group(2)) != count * ManyMappers.STATEMENTS_OF_ONE
        || said.group(3).startsWith("replica-") != library) {
      throw new IllegalStateException(
          "the application must start with %d mappers, the library %s, but said: %s"
              .formatted(count, library ? "attached" : "absent", output));
    }
    return Double.parseDouble(said.group(1));
  }

  /** This process's own without the peers, and without the library where it is not wanted. */
  private static String classPath(boolean library) {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> library || !entry.contains(LIBRARY))
        .filter(entry -> PEERS.stream().noneMatch(entry::contains))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
