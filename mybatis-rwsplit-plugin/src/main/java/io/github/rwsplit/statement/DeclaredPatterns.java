package io.github.rwsplit.statement;

import io.github.rwsplit.statement.DeclarationSettings.DeclaredStatements;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code rwsplit.declarations}, read once. */
record DeclaredPatterns(List<Entry> entries, List<String> problems) {

  /** One pattern and what it declares; the patterns of one list item follow each other. */
  record Entry(StatementPattern pattern, Declaration declaration) {}

  static DeclaredPatterns of(DeclarationSettings settings) {
    List<Entry> entries = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (DeclaredStatements declared : settings.declarations()) {
      String group = declared.declaration().group();
      if (group != null && !settings.groups().contains(group)) {
        problems.add(
            Attributes.unknownGroup(
                "group of rwsplit.declarations for " + declared.statements(),
                settings.groups(),
                group));
      }
      for (String text : declared.statements()) {
        try {
          entries.add(new Entry(StatementPattern.of(text), declared.declaration()));
        } catch (IllegalArgumentException e) {
          problems.add("statements of rwsplit.declarations: " + e.getMessage());
        }
      }
    }
    return new DeclaredPatterns(List.copyOf(entries), List.copyOf(problems));
  }

  /** What the first pattern that matches declares; null: none matches. */
  @Nullable Declaration match(String id) {
    for (Entry entry : entries) {
      if (entry.pattern.matches(id)) {
        return entry.declaration;
      }
    }
    return null;
  }

  /** One sentence for each pattern that matches none of the selects. */
  List<String> unused(Collection<String> selects, Collection<String> others) {
    List<String> unused = new ArrayList<>();
    for (Entry entry : entries) {
      StatementPattern pattern = entry.pattern;
      if (selects.stream().noneMatch(pattern::matches)) {
        unused.add(
            "statements of rwsplit.declarations must match at least one select, but was '"
                + pattern.text()
                + "', which matches "
                + (others.stream().anyMatch(pattern::matches)
                    ? "only writes, and these always go to the primary"
                    : "nothing")
                + "; correct or remove it");
      }
    }
    return unused;
  }
}
