package io.github.rwsplit.statement;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The part of the configuration that speaks of declarations.
 *
 * @param declarations {@code rwsplit.declarations}, in order; the first match wins
 * @param groups the names of all known groups
 * @param leastMaxLag a {@code maxLag} below this is refused, since lag is not seen so finely: four
 *     times {@code rwsplit.lag.probe-interval}
 * @param failUndeclared {@code rwsplit.undeclared=fail}: an undeclared select stops the start
 */
public record DeclarationSettings(
    List<DeclaredStatements> declarations,
    Set<String> groups,
    Duration leastMaxLag,
    boolean failUndeclared) {

  /** Copies what may be mutable. */
  public DeclarationSettings {
    declarations = List.copyOf(declarations);
    groups = Set.copyOf(groups);
  }

  /**
   * One entry of {@code rwsplit.declarations}.
   *
   * @param statements patterns of statement ids: {@code *} is one whole segment, {@code **} any
   *     number of segments
   * @param declaration what the statements declare thereby
   */
  public record DeclaredStatements(List<String> statements, Declaration declaration) {

    /** Copies what may be mutable. */
    public DeclaredStatements {
      statements = List.copyOf(statements);
    }
  }
}
