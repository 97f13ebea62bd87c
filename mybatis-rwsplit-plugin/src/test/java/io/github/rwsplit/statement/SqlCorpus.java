package io.github.rwsplit.statement;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The statements whose truth was found on servers of 8.0 and 9.7, from {@code sql/sql.tsv}; they
 * run on what {@code sql/sql-schema.sql} makes.
 */
final class SqlCorpus {

  private SqlCorpus() {}

  /**
   * One statement.
   *
   * @param mode SQL modes beside the default ones
   * @param isRead whether a caught-up replica answers it as the primary does, and nothing else
   *     happens
   * @param kind the group it belongs to
   * @param on80 what a read-only replica of 8.0 made of it: {@code ok} or an error number
   * @param on97 the same for 9.7
   * @param locks the locks it leaves in a transaction on the primary, {@code -} for none
   * @param note why it is so, and the effects seen
   */
  record Row(
      String id,
      String statement,
      String mode,
      boolean isRead,
      String kind,
      String on80,
      String on97,
      String locks,
      String note) {

    /** Either answer is right, and the product's choice is documented. */
    boolean isJudgement() {
      return note.startsWith("judgement:");
    }

    /** Whether there is but one right answer to it, and the text alone gives it. */
    boolean isPlain() {
      return !isJudgement() && !note.contains("the text cannot show it");
    }
  }

  /** All of them, in the order of the file. */
  static List<Row> read() {
    List<Row> rows = new ArrayList<>();
    for (String line : text("sql.tsv").lines().skip(1).toList()) {
      String[] fields = line.split("\t", -1);
      rows.add(
          new Row(
              fields[0],
              unescape(fields[1]),
              fields[2],
              fields[3].equals("R"),
              fields[4],
              fields[5],
              fields[6],
              fields[7],
              fields[8]));
    }
    return rows;
  }

  /** Those whose text alone gives the one right answer. */
  static List<Row> plain() {
    return read().stream().filter(Row::isPlain).toList();
  }

  /** The statements that make databases, tables, rows, routines and views for them. */
  static List<String> schema() {
    return List.of(text("sql-schema.sql").split("\n-- //\n"));
  }

  private static String text(String name) {
    InputStream stream =
        Objects.requireNonNull(SqlCorpus.class.getResourceAsStream("/sql/" + name), name);
    try (stream) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(
          "sql/%s must be readable on the test class path".formatted(name), e);
    }
  }

  private static String unescape(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\') {
        plain.append(c);
        continue;
      }
      i++;
      switch (text.charAt(i)) {
        case 'n' -> plain.append('\n');
        case 't' -> plain.append('\t');
        case 'r' -> plain.append('\r');
        case '\\' -> plain.append('\\');
        case 'u' -> {
          plain.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
          i += 4;
        }
        default -> throw new IllegalArgumentException("unknown escape in " + text);
      }
    }
    return plain.toString();
  }
}
