package io.github.rwsplit.statement;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A text cut into pieces that can be changed one by one, for servers in their default mode. Knows
 * nothing of the product's own way to cut it.
 */
final class SqlPieces {

  enum Kind {
    SPACE("[ \\t\\n\\r\\f\\x0B]+"),
    COMMENT("/\\*(?![!+])(?s:.*?)\\*/|--(?=[\\s\\x00-\\x1f]|$)[^\\n]*\\n?|#[^\\n]*\\n?"),
    STRING("'(?:[^'\\\\]|\\\\(?s:.)|'')*'|\"(?:[^\"\\\\]|\\\\(?s:.)|\"\")*\""),
    QUOTED("`(?:[^`]|``)*`"),
    /** A word that touches a quote may be its charset or its base. */
    WORD("[A-Za-z_$\\x{80}-\\x{10FFFF}][\\w$\\x{80}-\\x{10FFFF}]*(?!['\"])"),
    /** Numbers that have nothing but digits. */
    INTEGER("\\d+(?![\\w.$\\x{80}-\\x{10FFFF}])"),
    OTHER("[\\w$\\x{80}-\\x{10FFFF}.@]+(?:'[^']*'|\"[^\"]*\")?|(?s:.)");

    private final String pattern;

    Kind(String pattern) {
      this.pattern = pattern;
    }
  }

  record Piece(Kind kind, String text) {}

  private static final Pattern PIECE = pattern();

  private final List<Piece> pieces = new ArrayList<>();

  private SqlPieces() {}

  static SqlPieces of(String sql) {
    SqlPieces all = new SqlPieces();
    Matcher next = PIECE.matcher(sql);
    while (next.find()) {
      for (Kind kind : Kind.values()) {
        if (next.group(kind.name()) != null) {
          all.pieces.add(new Piece(kind, next.group()));
          break;
        }
      }
    }
    return all;
  }

  private static Pattern pattern() {
    List<String> groups = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      groups.add("(?<%s>%s)".formatted(kind, kind.pattern));
    }
    return Pattern.compile(String.join("|", groups));
  }

  List<Piece> list() {
    return pieces;
  }

  /** The text with all pieces of one kind changed. */
  String with(Kind kind, UnaryOperator<String> change) {
    StringBuilder sql = new StringBuilder();
    for (Piece piece : pieces) {
      sql.append(piece.kind() == kind ? change.apply(piece.text()) : piece.text());
    }
    return sql.toString();
  }

  /** The text up to its last piece that is no space, no comment and no semicolon. */
  String withoutEnd() {
    int end = pieces.size();
    while (end > 0 && isEnd(pieces.get(end - 1))) {
      end--;
    }
    return text(pieces.subList(0, end));
  }

  private static boolean isEnd(Piece piece) {
    return piece.kind() == Kind.SPACE || piece.kind() == Kind.COMMENT || piece.text().equals(";");
  }

  static String text(List<Piece> pieces) {
    return pieces.stream().map(Piece::text).collect(Collectors.joining());
  }
}
