package io.github.rwsplit.cli.lint;

import io.github.rwsplit.statement.SqlKind;
import io.github.rwsplit.statement.SqlRecognizer;
import io.github.rwsplit.statement.SqlTraits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the texts of a statement are by the library's own recognizer.
 *
 * @param kind what it is in every text, or in some; READ where nothing keeps it on the primary;
 *     null where its SQL is not to be seen
 * @param always whether it is that in every text
 */
record Verdict(@Nullable SqlKind kind, boolean always) {

  static final Verdict UNSEEN = new Verdict(null, true);

  static Verdict of(Collection<String> texts, boolean reviewed) {
    List<SqlKind> kinds = new ArrayList<>();
    for (String text : texts) {
      if (!text.isBlank()) {
        kinds.add(kind(text, reviewed));
      }
    }
    if (kinds.isEmpty()) {
      return UNSEEN;
    }
    SqlKind bound = null;
    for (SqlKind kind : kinds) {
      if (kind != SqlKind.READ && kind != SqlKind.UNCLASSIFIED) {
        bound = bound == null || kind.compareTo(bound) < 0 ? kind : bound;
      }
    }
    if (bound != null) {
      SqlKind found = bound;
      return new Verdict(found, kinds.stream().noneMatch(kind -> kind == SqlKind.READ));
    }
    // a text that is no SQL is most often one that the application never asks for
    return kinds.contains(SqlKind.READ)
        ? new Verdict(SqlKind.READ, true)
        : new Verdict(SqlKind.UNCLASSIFIED, true);
  }

  private static SqlKind kind(String text, boolean reviewed) {
    SqlKind first = null;
    for (String sent : SqlTexts.asSent(text)) {
      SqlTraits traits = SqlRecognizer.recognize(sent);
      SqlKind kind = reviewed && traits.reviewable() ? SqlKind.READ : traits.kind();
      if (kind == SqlKind.READ) {
        return kind;
      }
      first = first == null || first == SqlKind.UNCLASSIFIED ? kind : first;
    }
    return first == null ? SqlKind.UNCLASSIFIED : first;
  }

  boolean read() {
    return kind == null || kind == SqlKind.READ;
  }
}
