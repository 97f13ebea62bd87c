package io.github.rwsplit.statement;

import io.github.rwsplit.annotation.ConsistencyLevel;
import java.util.List;
import java.util.Map;

/**
 * What a look at all statements found, for one line in the log.
 *
 * @param declared how many selects run at which level, nested selects counted in; every level is a
 *     key
 * @param undeclared how many selects declare nothing
 * @param warnings what was found to be doubtful but is no reason to stop, one sentence each; they
 *     are logged already
 */
public record DeclarationSummary(
    Map<ConsistencyLevel, Integer> declared, int undeclared, List<String> warnings) {

  /** Copies what may be mutable. */
  public DeclarationSummary {
    declared = Map.copyOf(declared);
    warnings = List.copyOf(warnings);
  }

  /**
   * The counts as words.
   *
   * @return for instance {@code 3 STRONG, 1 SESSION, 12 EVENTUAL, 40 undeclared, 2 warnings}
   */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (ConsistencyLevel level : ConsistencyLevel.values()) {
      text.append(declared.getOrDefault(level, 0)).append(' ').append(level).append(", ");
    }
    return text.append(undeclared)
        .append(" undeclared, ")
        .append(warnings.size())
        .append(warnings.size() == 1 ? " warning" : " warnings")
        .toString();
  }
}
