package io.github.rwsplit.chaos;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** The application's side of {@link RunningApart}: does what each line tells, and answers. */
final class Apart {

  static final String ANSWER = "chaos: ";

  private Apart() {}

  public static void main(String[] args) throws Exception {
    Properties properties = new Properties();
    try (var in = Files.newInputStream(Path.of(args[0]))) {
      properties.load(in);
    }
    Map<String, String> all = new HashMap<>();
    properties.stringPropertyNames().forEach(key -> all.put(key, properties.getProperty(key)));
    try (RunningHere running = new RunningHere(all);
        BufferedReader orders =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = orders.readLine(); line != null; line = orders.readLine()) {
        String[] words = line.split(" ");
        List<String> rest = Arrays.asList(words).subList(1, words.length);
        System.out.println(ANSWER + answer(running, words[0], rest));
        if (words[0].equals("end")) {
          return;
        }
      }
    }
  }

  private static String answer(RunningHere running, String order, List<String> rest)
      throws Exception {
    switch (order) {
      case "busy" -> running.awaitBusy(rest);
      case "mark" -> running.mark(Chronicle.Mark.valueOf(rest.get(0)));
      case "clock" -> {
        return Long.toString(System.currentTimeMillis());
      }
      case "recovered" -> {
        int half = rest.size() / 2;
        running.awaitRecovery(rest.subList(0, half), rest.subList(half, rest.size()));
      }
      case "end" -> {
        Chronicle chronicle = running.end();
        try (ObjectOutputStream out =
            new ObjectOutputStream(Files.newOutputStream(Path.of(rest.get(0))))) {
          out.writeObject(chronicle);
        }
      }
      default -> {
        return "failed: no such order";
      }
    }
    return "done";
  }
}
