package io.github.rwsplit.histories;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Adds up what batches showed, for one line in the log of the build. */
final class Report {

  private final Map<String, Long> readsByNode = new TreeMap<>();
  private final Map<Trouble, Integer> troubles = new EnumMap<>(Trouble.class);
  private final Map<String, Long> errors = new TreeMap<>();
  private final Map<History.Outcome, Long> writes = new EnumMap<>(History.Outcome.class);
  private long programs;
  private long violations;

  void add(Batch.Result result) {
    result.troubles().forEach((trouble, count) -> troubles.merge(trouble, count, Integer::sum));
    violations += result.general().size();
    for (Batch.Ran ran : result.programs()) {
      programs++;
      violations += ran.violations().size();
      for (History.Read read : ran.history().reads()) {
        readsByNode.merge(read.server() == null ? "no rows" : read.server(), 1L, Long::sum);
      }
      for (History.Write write : ran.history().writes()) {
        writes.merge(write.outcome, 1L, Long::sum);
      }
      for (String error : ran.history().errors()) {
        errors.merge(kind(error), 1L, Long::sum);
      }
    }
  }

  /** The error without what is said of this one alone. */
  private static String kind(String error) {
    int message = error.lastIndexOf(": ");
    int before = error.lastIndexOf(": ", message - 1);
    return error.substring(before < 0 ? 0 : before + 2).replaceAll("[0-9]+", "0");
  }

  long programs() {
    return programs;
  }

  String text(long seed, World world, long statementsBefore) {
    long statements = world.statements() - statementsBefore;
    String most =
        errors.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .limit(Integer.getInteger("rwsplit.histories.errors", 8))
            .map(entry -> "  %d x %s%n".formatted(entry.getValue(), shortened(entry.getKey())))
            .collect(Collectors.joining());
    return """
    Histories, seed %d: %d programs, %d statements, violations: %d
      reads by node %s, writes %s
      reads by reason %s
      troubles %s
    %s\
    """
        .formatted(
            seed,
            programs,
            statements,
            violations,
            readsByNode,
            writes,
            world.reasons(),
            troubles,
            most);
  }

  private static String shortened(String text) {
    return text.length() > 200 ? text.substring(0, 200) : text;
  }
}
