package io.github.rwsplit.cli.candidates;

import io.github.rwsplit.cli.log.LogReader;
import io.github.rwsplit.cli.log.LogSummary;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Ranks undeclared selects by the time that they take on the primary. */
public final class CandidateFinder {

  private static final List<String> COUNTS = List.of("_COUNT", "_mpCount");

  /**
   * A share of writes that follow a read by chance, where nothing but a thread tells them apart.
   */
  static final double CHANCE = 0.01;

  private final Observation observation;
  private final Known known;
  private final long windowMillis;
  private final long lagMillis;

  /**
   * What is known of the mappers.
   *
   * @param given whether anything is
   * @param undeclared ids of selects without a declaration that are pure reads
   */
  public record Known(boolean given, Set<String> undeclared) {
    /** Copies what may be mutable. */
    public Known {
      undeclared = Set.copyOf(undeclared);
    }
  }

  /**
   * Makes one.
   *
   * @param windowMillis how long after a write of its session a read counts as following it
   * @param lagMillis the lag of a replica to assume where the log says none
   * @param known what is known of the mappers
   */
  public CandidateFinder(long windowMillis, long lagMillis, Known known) {
    this.observation = new Observation(windowMillis, lagMillis);
    this.known = known;
    this.windowMillis = windowMillis;
    this.lagMillis = lagMillis;
  }

  /**
   * What takes the lines.
   *
   * @return the sink
   */
  public LogReader.Sink sink() {
    return observation;
  }

  /**
   * Writes what was found, after all lines were read.
   *
   * @param read how the reading went
   * @param yamlOnly only the block to review
   * @param top how many selects the table shows
   * @param out where to; not closed
   * @throws IOException if that cannot be written
   */
  public void write(LogSummary read, boolean yamlOnly, int top, Writer out) throws IOException {
    observation.end();
    CandidateWriter writer =
        new CandidateWriter(observation, candidates(), known.given(), windowMillis, lagMillis, out);
    if (!yamlOnly) {
      writer.table(read, top);
    }
    writer.yaml();
  }

  private List<Candidate> candidates() {
    Map<String, Usage> merged = new HashMap<>();
    observation.usages.forEach(
        (id, usage) -> {
          String base = counted(id);
          merged.computeIfAbsent(base, Usage::new).add(usage);
        });
    List<Candidate> candidates = new ArrayList<>();
    merged
        .values()
        .forEach(
            usage -> {
              if (undeclared(usage)) {
                candidates.add(new Candidate(usage, advice(usage)));
              }
            });
    candidates.sort(
        Comparator.comparingLong((Candidate c) -> c.usage().micros)
            .reversed()
            .thenComparing(c -> c.usage().statement));
    return candidates;
  }

  /** A pager's count is declared by its page; no pattern may name it. */
  private String counted(String id) {
    for (String suffix : COUNTS) {
      String page = id.endsWith(suffix) ? id.substring(0, id.length() - suffix.length()) : "";
      if (!page.isEmpty() && (known.given() ? !known.undeclared().contains(id) : seen(page))) {
        return page;
      }
    }
    return id;
  }

  private boolean seen(String page) {
    return observation.usages.containsKey(page);
  }

  private boolean undeclared(Usage usage) {
    if (usage.declared > 0 || usage.statement.equals("(others)")) {
      return false;
    }
    return known.given() ? known.undeclared().contains(usage.statement) : true;
  }

  private static Candidate.Advice advice(Usage usage) {
    if (usage.alone == 0
        || usage.beforeWriteAlone > CHANCE * usage.calls
        || 2 * usage.unknown > usage.calls) {
      return Candidate.Advice.LEAVE;
    }
    return usage.afterWrite > 0 ? Candidate.Advice.SESSION : Candidate.Advice.EVENTUAL;
  }
}
