package io.github.rwsplit.cli.candidates;

import io.github.rwsplit.cli.log.LogSummary;
import io.github.rwsplit.cli.text.Columns;
import io.github.rwsplit.cli.text.Shown;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.regex.Pattern;

/** Shows candidates: a table to read, and a block of YAML to review. */
record CandidateWriter(
    Observation seen,
    List<Candidate> candidates,
    boolean mappersKnown,
    long windowMillis,
    long lagMillis,
    Writer out) {

  /** What an id is made of; anything else must not get into a configuration. */
  private static final Pattern ID =
      Pattern.compile("[\\p{L}\\p{N}_$-]++(?:\\.[\\p{L}\\p{N}_$-]++)*+");

  void table(LogSummary read, int top) throws IOException {
    out.write(
        Shown.count(seen.reads)
            + " reads and "
            + Shown.count(seen.writes)
            + " writes in "
            + Shown.plain(String.join(", ", read.logs()))
            + (read.broken() > 0 ? "; " + Shown.count(read.broken()) + " broken lines" : "")
            + "\n");
    for (String problem : read.problems()) {
      out.write("INCOMPLETE: " + Shown.plain(problem) + "\n");
    }
    if (seen.observedDeclared > 0) {
      long stayed = seen.observedDeclared - seen.observedToReplica - seen.observedUnknown;
      out.write(
          Shown.count(seen.observedDeclared)
              + " reads outside transactions are declared already: "
              + Shown.count(seen.observedToReplica)
              + " would have gone to a replica that had the data, "
              + Shown.count(stayed)
              + " to the primary since none had"
              + (seen.observedUnknown == 0
                  ? ""
                  : ", "
                      + Shown.count(seen.observedUnknown)
                      + " to a replica that is not there yet")
              + "\n");
    }
    out.write(
        seen.lagKnown
            ? "Whether a replica had the data: by the lag that the log says at that time, "
                + lagMillis
                + " ms where it says none\n"
            : "The log says no lag; a replica is taken to be "
                + lagMillis
                + " ms behind (--replica-lag)\n");
    if (!mappersKnown) {
      out.write(
          "A select that is declared STRONG looks like an undeclared one in observe mode, and so"
              + " does SQL that locks;\ngive --mappers to leave them out\n");
    }
    out.write("\n");
    Columns table =
        new Columns(
            "select",
            ">calls",
            ">time",
            ">of reads' time",
            ">in tx",
            ">tx wrote nothing",
            ">before write",
            ">after own write",
            ">replica had it",
            "advice");
    int shown = 0;
    for (Candidate candidate : candidates) {
      if (shown++ == top) {
        break;
      }
      Usage usage = candidate.usage();
      table.row(
          usage.statement,
          Shown.count(usage.calls),
          Shown.span(usage.micros),
          Shown.share(usage.micros, seen.readMicros),
          Shown.share(usage.inTransaction, usage.calls),
          Shown.share(usage.inIdleTransaction, usage.calls),
          Shown.share(usage.beforeWrite, usage.calls),
          Shown.share(usage.afterWrite, usage.calls),
          Shown.share(usage.replicaHadData, usage.alone),
          candidate.advice().name());
    }
    table.write(out, "");
    if (candidates.size() > top) {
      out.write(candidates.size() - top + " more; see --top\n");
    }
    out.write("\n");
  }

  void yaml() throws IOException {
    long leaving = candidates.stream().mapToLong(Candidate::leaving).sum();
    out.write(
        "# To review: a log shows what happened, not what a reader must see. With these "
            + Shown.count(leaving)
            + " of "
            + Shown.count(seen.reads)
            + " reads ("
            + Shown.share(leaving, seen.reads)
            + ") leave the primary.\n");
    if (leaving > 0) {
      out.write("rwsplit:\n  declarations:\n");
    }
    for (Candidate candidate : candidates) {
      Usage usage = candidate.usage();
      if (candidate.advice() == Candidate.Advice.LEAVE || !ID.matcher(usage.statement).matches()) {
        continue;
      }
      out.write(
          "    # "
              + Shown.count(usage.calls)
              + " calls, "
              + Shown.span(usage.micros)
              + ", "
              + Shown.share(candidate.leaving(), seen.reads)
              + " of all reads leave; "
              + candidate.why(windowMillis)
              + "\n    - { statements: [\""
              + usage.statement
              + "\"], level: "
              + candidate.advice()
              + " }\n");
    }
    for (Candidate candidate : candidates) {
      String id = candidate.usage().statement;
      if (candidate.advice() == Candidate.Advice.LEAVE) {
        out.write("    # left: " + Shown.plain(id) + ": " + candidate.why(windowMillis) + "\n");
      } else if (!ID.matcher(id).matches()) {
        out.write("    # left: " + Shown.plain(id) + ": no statement has such an id\n");
      }
    }
  }
}
