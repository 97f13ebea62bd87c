package io.github.rwsplit.cli.log;

import java.util.List;

/**
 * How the reading went.
 *
 * @param logs the logs as they were named
 * @param lines all lines
 * @param entries lines that were audit lines
 * @param others lines that were none
 * @param broken lines that began like one and could not be read
 * @param examples the first broken lines, each with its place and what is wrong with it
 * @param problems logs that could not be read to their end; empty: all is there
 */
public record LogSummary(
    List<String> logs,
    long lines,
    long entries,
    long others,
    long broken,
    List<Broken> examples,
    List<String> problems) {

  /**
   * A line that could not be read.
   *
   * @param place where it stands
   * @param reason what is wrong with it
   */
  public record Broken(Place place, String reason) {}

  /** Copies what may be mutable. */
  public LogSummary {
    logs = List.copyOf(logs);
    examples = List.copyOf(examples);
    problems = List.copyOf(problems);
  }
}
