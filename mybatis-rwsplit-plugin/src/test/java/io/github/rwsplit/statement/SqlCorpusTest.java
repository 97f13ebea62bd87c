package io.github.rwsplit.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The recognizer against statements whose truth was found on servers of 8.0 and 9.7: a statement
 * labelled R is a read, one labelled P is not. Left out are rows whose note says that the text
 * cannot show the answer, and rows that may be judged either way.
 */
class SqlCorpusTest {

  private static final List<Row> ROWS = read();

  @Test
  void everyRow_withItsModeKnown_isAnsweredAsServersDid() {
    assertThat(ROWS.stream().filter(row -> row.isRead() != isRead(row, true)).map(Row::toString))
        .isEmpty();
  }

  @Test
  void everyRowForThePrimary_withItsModeUnknown_isNoRead() {
    assertThat(rowsOfPrimary().filter(row -> isRead(row, false)).map(Row::toString)).isEmpty();
  }

  /**
   * Three texts are a read in one mode and something else in another, so that without the mode they
   * are the primary's: with and without backslash escapes the first writes and the second locks,
   * and without IGNORE_SPACE the third calls a stored function.
   */
  @Test
  void everyRead_withItsModeUnknown_isAReadUnlessAnotherModeSaysOtherwise() {
    assertThat(ROWS.stream().filter(Row::isRead).filter(row -> !isRead(row, false)).map(Row::id))
        .containsExactly("s0411", "s0413", "s0421");
  }

  @Test
  void corpus_isWhole() {
    assertThat(ROWS).hasSizeGreaterThan(550);
  }

  private static Stream<Row> rowsOfPrimary() {
    return ROWS.stream().filter(row -> !row.isRead());
  }

  private static boolean isRead(Row row, boolean modeKnown) {
    SqlTraits traits =
        modeKnown
            ? SqlRecognizer.recognize(row.statement(), row.mode())
            : SqlRecognizer.recognize(row.statement());
    return traits.kind() == SqlKind.READ;
  }

  static List<Row> read() {
    InputStream stream =
        Objects.requireNonNull(SqlCorpusTest.class.getResourceAsStream("/sql/sql.tsv"));
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      List<Row> rows = new ArrayList<>();
      lines.readLine();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] fields = line.split("\t", -1);
        String note = fields[8];
        if (!note.startsWith("judgement:") && !note.contains("the text cannot show it")) {
          rows.add(new Row(fields[0], unescape(fields[1]), fields[2], fields[3].equals("R")));
        }
      }
      return rows;
    } catch (IOException e) {
      throw new IllegalStateException("sql/sql.tsv must be readable on the test class path", e);
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

  record Row(String id, String statement, String mode, boolean isRead) {}
}
