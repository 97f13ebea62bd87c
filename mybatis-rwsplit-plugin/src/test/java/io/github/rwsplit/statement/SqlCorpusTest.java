package io.github.rwsplit.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.statement.SqlCorpus.Row;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The recognizer against statements whose truth was found on servers of 8.0 and 9.7: a statement
 * labelled R is a read, one labelled P is not. Left out are rows whose note says that the text
 * cannot show the answer, and rows that may be judged either way.
 */
class SqlCorpusTest {

  private static final List<Row> ROWS = SqlCorpus.plain();

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
}
