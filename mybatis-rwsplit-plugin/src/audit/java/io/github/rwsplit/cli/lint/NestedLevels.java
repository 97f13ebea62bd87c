package io.github.rwsplit.cli.lint;

import io.github.rwsplit.annotation.ConsistencyLevel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A parent runs at the strictest level of itself and of all selects that it loads. */
final class NestedLevels {

  /** Takes a finding. */
  interface Sink {
    void find(LintRule rule, String statement, String message, Place place);
  }

  private NestedLevels() {}

  static void apply(Map<String, Statement> statements, Sink sink) {
    for (Map.Entry<String, Statement> entry : statements.entrySet()) {
      Statement statement = entry.getValue();
      Words own = statement.own();
      ConsistencyLevel declared = own == null ? null : own.level();
      if (declared == null) {
        continue;
      }
      ConsistencyLevel effective = declared;
      for (String id : loaded(statement, statements)) {
        Statement child = statements.get(id);
        ConsistencyLevel level = child == null ? null : level(child);
        if (level != null && level.stricter(declared) != declared) {
          effective = effective.stricter(level);
          sink.find(
              LintRule.NESTED_STRICTER,
              statement.id(),
              "declares "
                  + declared
                  + ", but loads "
                  + id
                  + ", which needs "
                  + level
                  + "; it runs at that level. Declare that, or load it apart",
              statement.place());
        }
      }
      entry.setValue(statement.withLevel(effective.name()));
    }
  }

  private static ConsistencyLevel level(Statement child) {
    if (!child.mayLeave()) {
      return ConsistencyLevel.STRONG;
    }
    Words own = child.own();
    ConsistencyLevel level = own == null ? null : own.level();
    return level == null ? ConsistencyLevel.EVENTUAL : level;
  }

  private static Set<String> loaded(Statement parent, Map<String, Statement> statements) {
    Set<String> found = new LinkedHashSet<>();
    List<String> open = new ArrayList<>(parent.nested());
    for (int i = 0; i < open.size(); i++) {
      Statement child = statements.get(open.get(i));
      if (found.add(open.get(i)) && child != null) {
        open.addAll(child.nested());
      }
    }
    found.remove(parent.id());
    return found;
  }
}
