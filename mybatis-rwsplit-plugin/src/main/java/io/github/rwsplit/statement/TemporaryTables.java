package io.github.rwsplit.statement;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The names of temporary tables that were made through one cluster. Such a table exists on one
 * connection of the primary, and a text does not show that a name belongs to one.
 *
 * <p>The newest {@value #MOST} names are kept. Whoever reads a temporary table has made it on the
 * same connection not long before, so that an old name comes back when it is needed again. Schemas
 * are left aside: another table of the same name is read on the primary as well. Thread-safe; costs
 * one volatile read as long as no temporary table was made.
 */
public final class TemporaryTables {

  static final int MOST = 64;

  private static final Set<String> BEFORE_A_TABLE =
      Set.of("FROM", "JOIN", "STRAIGHT_JOIN", "TABLE", ",", "(");

  private static final SqlTraits READ_OF_ONE =
      new SqlTraits(SqlKind.SIDE_EFFECT_FUNCTION, false, true, false);

  private volatile List<String> newestFirst = List.of();

  /** No name is known yet. */
  public TemporaryTables() {}

  /**
   * Whether no temporary table was made yet, so that no read needs to be looked at.
   *
   * @return true in almost every application
   */
  public boolean noneKnown() {
    return newestFirst.isEmpty();
  }

  /**
   * Looks at a text that is about to run: notes the name of a temporary table that it makes, and
   * finds out whether it reads one that was made before.
   *
   * @param sql the text
   * @param traits what the text alone shows
   * @return the same traits, or those of a read of its connection's state
   */
  public SqlTraits look(String sql, SqlTraits traits) {
    Objects.requireNonNull(sql, "sql");
    if (traits.kind() == SqlKind.WRITE) {
      if (traits.connectionState()) {
        SqlLexing.ofUnknownMode(sql)
            .forEach(lexing -> noteWhatIsMade(SqlTokenizer.tokenize(sql, lexing).tokens()));
      }
      return traits;
    }
    List<String> names = newestFirst;
    boolean read = traits.kind() == SqlKind.READ || traits.reviewable();
    return !names.isEmpty() && read && reads(sql, names) ? READ_OF_ONE : traits;
  }

  private void noteWhatIsMade(List<SqlToken> tokens) {
    SqlCursor cursor = new SqlCursor(tokens);
    if (!cursor.skipWords("CREATE", "TEMPORARY", "TABLE")) {
      return;
    }
    cursor.skipWords("IF", "NOT", "EXISTS");
    if (cursor.peek(1).isSymbol(".")) {
      cursor.next();
      cursor.next();
    }
    if (cursor.peek().isName()) {
      note(cursor.peek().text());
    }
  }

  private synchronized void note(String name) {
    if (!newestFirst.isEmpty() && newestFirst.get(0).equals(name)) {
      return;
    }
    List<String> names = new ArrayList<>(newestFirst);
    names.remove(name);
    names.add(0, name);
    newestFirst = List.copyOf(names.subList(0, Math.min(names.size(), MOST)));
  }

  private static boolean reads(String sql, List<String> names) {
    for (String name : names) {
      // most texts hold none of the names, and need not be cut into tokens again
      if (contains(sql, name)
          && SqlLexing.ofUnknownMode(sql).stream()
              .anyMatch(lexing -> readsIn(SqlTokenizer.tokenize(sql, lexing).tokens(), name))) {
        return true;
      }
    }
    return false;
  }

  private static boolean contains(String sql, String name) {
    for (int at = 0; at + name.length() <= sql.length(); at++) {
      if (sql.regionMatches(true, at, name, 0, name.length())) {
        return true;
      }
    }
    return false;
  }

  private static boolean readsIn(List<SqlToken> tokens, String name) {
    for (int at = 1; at < tokens.size(); at++) {
      SqlToken token = tokens.get(at);
      if (token.isName()
          && token.text().equals(name)
          && BEFORE_A_TABLE.contains(beforeName(tokens, at).text())) {
        return true;
      }
    }
    return false;
  }

  /** What stands in front of {@code name} or {@code schema.name}. */
  private static SqlToken beforeName(List<SqlToken> tokens, int at) {
    boolean qualified = at > 2 && tokens.get(at - 1).isSymbol(".");
    return tokens.get(qualified ? at - 3 : at - 1);
  }
}
