package io.github.rwsplit.demo.load;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Samples in a file, one line for each resource: {@code seconds,resource,value}. */
final class Samples implements AutoCloseable {

  /** One value of one resource. */
  record Sample(double seconds, long value) {}

  private final BufferedWriter out;

  Samples(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    this.out = Files.newBufferedWriter(file);
  }

  void add(double seconds, Map<String, Long> values) throws IOException {
    for (Map.Entry<String, Long> value : values.entrySet()) {
      out.write("%.1f,%s,%d%n".formatted(seconds, value.getKey(), value.getValue()));
    }
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  /** By resource, in the order of time. */
  static Map<String, List<Sample>> read(Path file) throws IOException {
    Map<String, List<Sample>> all = new TreeMap<>();
    for (String line : Files.readAllLines(file)) {
      String[] words = line.split(",", -1);
      all.computeIfAbsent(words[1], name -> new ArrayList<>())
          .add(new Sample(Double.parseDouble(words[0]), Long.parseLong(words[2])));
    }
    return all;
  }
}
