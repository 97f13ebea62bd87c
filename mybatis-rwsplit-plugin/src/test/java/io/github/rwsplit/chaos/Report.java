package io.github.rwsplit.chaos;

import static io.github.rwsplit.chaos.Chronicle.Mark.BEGIN;
import static io.github.rwsplit.chaos.Chronicle.Mark.END;
import static io.github.rwsplit.chaos.Chronicle.Mark.FAULT;
import static io.github.rwsplit.chaos.Chronicle.Mark.HEALED;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The table of the documentation. */
final class Report {

  private static final String HEADING =
      """
      | fault | lasted | calls | failed, as callers saw it | longest gap: SESSION and EVENTUAL reads / other reads / writes |\
       reads by primary / replica 1 / replica 2 in %: before, during, after | violations |\
       as before after |
      |---|---|---|---|---|---|---|---|
      """;

  private Report() {}

  static void write(List<Round> rounds, String servers, Path file) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append("On ").append(servers).append(":\n\n").append(HEADING);
    rounds.forEach(round -> text.append(row(round)));
    Files.createDirectories(file.getParent());
    Files.writeString(file, text.toString());
  }

  static String row(Round round) {
    Chronicle chronicle = round.chronicle();
    long recovered =
        chronicle.recovery(
            round.before().subList(0, round.after().size()), round.after(), chronicle.at(END));
    return "| %s | %s | %,d | %s | %s / %s / %s | %s, %s, %s | %d | %s |%n"
        .formatted(
            round.fault().words(),
            seconds(chronicle.at(HEALED) - chronicle.at(FAULT)),
            chronicle.calls().size(),
            failures(chronicle.failures()),
            seconds(chronicle.longestGap(Kind::isSpread)),
            seconds(chronicle.longestGap(kind -> kind.reads() && !kind.isSpread())),
            seconds(chronicle.longestGap(kind -> !kind.reads())),
            shares(round, BEGIN, FAULT),
            shares(round, FAULT, HEALED),
            shares(chronicle, round.before(), chronicle.at(END) - Chronicle.WINDOW, END),
            round.violations().size(),
            recovered < 0 ? "later" : seconds(recovered));
  }

  private static String failures(Map<String, Long> failures) {
    return failures.isEmpty()
        ? "none"
        : failures.entrySet().stream()
            .map(one -> one.getValue() + " " + one.getKey())
            .collect(Collectors.joining(", "));
  }

  private static String shares(Round round, Chronicle.Mark from, Chronicle.Mark to) {
    return shares(round.chronicle(), round.before(), round.chronicle().at(from), to);
  }

  private static String shares(
      Chronicle chronicle, List<String> servers, long from, Chronicle.Mark to) {
    Map<String, Long> served = chronicle.served(Kind::reads, from, chronicle.at(to));
    return servers.stream()
        .map(server -> Long.toString(Math.round(100 * Chronicle.share(served, server))))
        .collect(Collectors.joining("/"));
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
  }
}
