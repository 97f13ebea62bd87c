package io.github.rwsplit.cli.lint;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The texts that dynamic SQL can become. Not all of them, which may be millions: everything
 * switched on, everything switched off, and from both each switch alone turned the other way. Each
 * branch is thus in some text, and each text is one that MyBatis could send.
 */
final class SqlTexts {

  private static final int MOST = 400;
  private static final int LONGEST = 1 << 20;
  private static final Pattern PARAMETER = Pattern.compile("#\\{[^}]*}");
  private static final Pattern SUBSTITUTED = Pattern.compile("\\$\\{[^}]*}");

  /** The switches in the order in which they stand, and how many positions each has. */
  private final List<Integer> positions = new ArrayList<>();

  private final Piece.Tag body;
  private int[] chosen = new int[0];
  private int next;

  private SqlTexts(Piece.Tag body) {
    this.body = body;
    count(body);
  }

  static Set<String> of(Piece.Tag body) {
    return new SqlTexts(body).all();
  }

  private Set<String> all() {
    Set<String> texts = new LinkedHashSet<>();
    int[] on = new int[positions.size()];
    int[] off = positions.stream().mapToInt(count -> count - 1).toArray();
    texts.add(text(on));
    texts.add(text(off));
    for (int i = 0; i < positions.size() && texts.size() < MOST; i++) {
      for (int position = 0; position < positions.get(i); position++) {
        for (int[] from : new int[][] {on, off}) {
          int[] one = from.clone();
          one[i] = position;
          texts.add(text(one));
        }
      }
    }
    return texts;
  }

  /** Parameters as JDBC sees them. What is substituted as text is one word, or one number. */
  static List<String> asSent(String text) {
    String sent = PARAMETER.matcher(text).replaceAll("?");
    if (!SUBSTITUTED.matcher(sent).find()) {
      return List.of(sent);
    }
    return List.of(
        SUBSTITUTED.matcher(sent).replaceAll(Matcher.quoteReplacement("x")),
        SUBSTITUTED.matcher(sent).replaceAll("1"),
        SUBSTITUTED.matcher(sent).replaceAll(""));
  }

  private void count(Piece piece) {
    if (!(piece instanceof Piece.Tag tag)) {
      return;
    }
    switch (tag.name()) {
      case "if", "foreach" -> positions.add(2);
      case "choose" -> positions.add(branches(tag).size() + (otherwise(tag) ? 0 : 1));
      default -> {}
    }
    tag.inside().forEach(this::count);
  }

  private static List<Piece.Tag> branches(Piece.Tag choose) {
    List<Piece.Tag> branches = new ArrayList<>();
    for (Piece piece : choose.inside()) {
      if (piece instanceof Piece.Tag tag && Set.of("when", "otherwise").contains(tag.name())) {
        branches.add(tag);
      }
    }
    return branches;
  }

  private static boolean otherwise(Piece.Tag choose) {
    return branches(choose).stream().anyMatch(tag -> tag.name().equals("otherwise"));
  }

  private String text(int[] choice) {
    chosen = choice;
    next = 0;
    StringBuilder out = new StringBuilder();
    inside(body, out);
    return out.length() > LONGEST ? out.substring(0, LONGEST) : out.toString();
  }

  private void inside(Piece.Tag tag, StringBuilder out) {
    for (Piece piece : tag.inside()) {
      if (piece instanceof Piece.Text text) {
        out.append(text.text());
      } else if (piece instanceof Piece.Tag child) {
        render(child, out);
      }
    }
  }

  /** Every switch is passed in every text, so that each keeps its number. */
  private void render(Piece.Tag tag, StringBuilder out) {
    switch (tag.name()) {
      case "if" -> {
        boolean on = chosen[next++] == 0;
        inside(tag, on ? out : new StringBuilder());
      }
      case "choose" -> choose(tag, out);
      case "foreach" -> {
        boolean any = chosen[next++] == 0;
        StringBuilder one = new StringBuilder();
        inside(tag, one);
        if (any) {
          out.append(tag.attribute("open")).append(one);
          out.append(tag.attribute("close"));
        }
      }
      case "where" -> trim(tag, "WHERE ", "", "AND |OR |AND\n|OR\n|AND\t|OR\t", "", out);
      case "set" -> trim(tag, "SET ", "", "", ",", out);
      case "trim" ->
          trim(
              tag,
              tag.attribute("prefix") + " ",
              " " + tag.attribute("suffix"),
              tag.attribute("prefixOverrides"),
              tag.attribute("suffixOverrides"),
              out);
      case "bind", "selectKey", "property" -> inside(tag, new StringBuilder());
      default -> inside(tag, out);
    }
  }

  private void choose(Piece.Tag tag, StringBuilder out) {
    int position = chosen[next++];
    int branch = 0;
    for (Piece.Tag inside : branches(tag)) {
      inside(inside, branch++ == position ? out : new StringBuilder());
    }
  }

  private void trim(
      Piece.Tag tag,
      String prefix,
      String suffix,
      String prefixOverrides,
      String suffixOverrides,
      StringBuilder out) {
    StringBuilder inner = new StringBuilder();
    inside(tag, inner);
    String text = inner.toString().strip();
    if (text.isEmpty()) {
      return;
    }
    for (String override : prefixOverrides.split("\\|", -1)) {
      if (!override.isEmpty() && starts(text, override)) {
        text = text.substring(override.length());
        break;
      }
    }
    for (String override : suffixOverrides.split("\\|", -1)) {
      String end = override.strip();
      if (!end.isEmpty() && text.endsWith(end)) {
        text = text.substring(0, text.length() - end.length());
        break;
      }
    }
    out.append(' ').append(prefix).append(text).append(suffix).append(' ');
  }

  private static boolean starts(String text, String override) {
    return text.toUpperCase(Locale.ROOT).startsWith(override.toUpperCase(Locale.ROOT));
  }
}
