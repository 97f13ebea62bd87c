package io.github.rwsplit.cli.candidates;

import io.github.rwsplit.cli.text.Shown;

/**
 * An undeclared select and what its use speaks for.
 *
 * @param usage how it was used
 * @param advice what its use speaks for
 */
record Candidate(Usage usage, Advice advice) {

  /** What the use of a select speaks for. */
  enum Advice {
    EVENTUAL,
    SESSION,
    /** Undeclared as it is. */
    LEAVE
  }

  /** Calls that would leave the primary if the advice is taken. */
  long leaving() {
    return switch (advice) {
      case EVENTUAL, SESSION -> Math.min(usage.alone, usage.replicaHadData);
      case LEAVE -> 0;
    };
  }

  /** Why, in one line. */
  String why(long windowMillis) {
    String window = Shown.span(windowMillis * 1_000);
    if (usage.alone == 0) {
      return usage.inIdleTransaction == usage.calls
          ? "only in transactions that write nothing: take the transaction away first"
          : "only in transactions: no level would move it";
    }
    if (usage.beforeWriteAlone > CandidateFinder.CHANCE * usage.calls) {
      return "read before a write of the same thread in "
          + Shown.share(usage.beforeWriteAlone, usage.calls)
          + ": what is written may depend on it";
    }
    if (usage.unknown > 0 && advice == Advice.LEAVE) {
      return "no session in "
          + Shown.share(usage.unknown, usage.calls)
          + ": nobody can tell what it must see; set rwsplit.session.key";
    }
    if (advice == Advice.SESSION) {
      return "within "
          + window
          + " after a write of its session in "
          + Shown.share(usage.afterWrite, usage.calls);
    }
    return before() + "never within " + window + " after a write of its session";
  }

  private String before() {
    return usage.beforeWriteAlone == 0
        ? ""
        : "a write of the same thread followed within a second "
            + usage.beforeWriteAlone
            + " times, look at these; ";
  }
}
