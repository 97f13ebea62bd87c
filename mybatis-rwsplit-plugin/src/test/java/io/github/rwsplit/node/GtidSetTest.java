package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GtidSetTest {

  private static final String A = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
  private static final String B = "4e11fa47-71ca-11e1-9e33-c80aa9429562";

  @ParameterizedTest(name = "{0} contains {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "A:1-10        | A:1-10         | true",
        "A:1-10        | A:3-7          | true",
        "A:1-10        | A:1-11         | false",
        "A:1-10        | A:11           | false",
        "A:1-3:5-10    | A:2:6-9        | true",
        "A:1-3:5-10    | A:3-5          | false",
        "A:1-3:4-10    | A:2-9          | true",
        "A:5-10:1-4    | A:1-10         | true",
        "A:1-10        | A:1-5,B:1      | false",
        "A:1-10,B:1-2  | A:1-5,B:1      | true",
        "A:1-10        | ''             | true",
        "''            | A:1            | false",
        "A:1-96:orders:1-2 | A:1-90:orders:2 | true",
        "A:1-96:orders:1-2 | A:orders:3      | false",
        "A:1-96            | A:orders:1      | false",
        "A:7               | A:7             | true",
      })
  void contains_sets_asTheServersFunctionDoes(String mine, String other, boolean expected) {
    assertThat(set(mine).contains(set(other))).isEqualTo(expected);
  }

  @Test
  void parse_lineBreaksAndCase_doNotCount() {
    GtidSet printed = GtidSet.parse(A.toUpperCase(java.util.Locale.ROOT) + ":1-3,\n" + B + ":7");

    assertThat(printed).isEqualTo(GtidSet.parse(B + ":7," + A + ":1-3"));
    assertThat(printed).hasSameHashCodeAs(GtidSet.parse(B + ":7," + A + ":1-3"));
  }

  @Test
  void parse_notASet_isRefusedWithItsText() {
    assertThatThrownBy(() -> GtidSet.parse(A + ":1-x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'" + A + ":1-x' is not a GTID set");
  }

  private static GtidSet set(String text) {
    return GtidSet.parse(text.replace("A", A).replace("B", B));
  }
}
