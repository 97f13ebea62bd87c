package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rwsplit.session.Position;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GtidSetTest {

  private static final String A = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
  private static final String B = "4e11fa47-71ca-11e1-9e33-c80aa9429562";

  private static final long SEED = 20261130L;
  private static final int HIGHEST = 7;
  private static final List<String> SOURCES = List.of(A, A + ":orders", A + ":stock", B);

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

  @ParameterizedTest(name = "{0} reaches {1} of A, look {2}: older {3}, newer {4}")
  @CsvSource(
      delimiter = '|',
      value = {
        "A:1-10         | 10 | A:1-9       | true  | true",
        "A:1-9          | 10 | A:1-9       | false | true",
        "A:1-9          | 10 | A:1-10      | false | false",
        "A:1-9          | 9  | A:1-20      | true  | true",
        // what was lost in a failover is asked for until a look shows that it is gone
        "A:1-9,B:1-5    | 12 | A:1-9,B:1-5 | false | true",
        "A:1-9,B:1-5    | 12 | A:1-12      | false | false",
        // numbers that never were
        "A:1-5:8-10     | 10 | A:1-5:8-10  | true  | true",
        "A:1-10         | 10 | A:1-5:8-10  | true  | true",
        "A:1-5          | 10 | A:1-5:8-10  | false | false",
        // given out before 8, committed after it
        "A:1-6          | 7  | A:1-6:8     | false | true",
        "A:1-7          | 7  | A:1-6:8     | true  | true",
        "B:1-3          | 1  | B:1-3       | false | true",
        "A:1            | 1  | B:1-3       | true  | true",
        "A:1-3:orders:7 | 3  | A:1-3       | true  | true",
      })
  void reaches_lookOlderAndNewerThanTheCommit_asksForWhatMayBeThere(
      String mine, long number, String look, boolean older, boolean newer) {
    assertThat(set(mine).reaches(A, number, look(0, look), 1)).isEqualTo(older);
    assertThat(set(mine).reaches(A, number, look(2, look), 1)).isEqualTo(newer);
    assertThat(set(mine).reaches(A, number, new Look(2, set(look), false), 1))
        .as("a look at a primary that takes no writes")
        .isEqualTo(older);
  }

  @Test
  void reaches_noLookYet_asksForAllUpToTheNumber() {
    assertThat(set("A:1-7").reaches(A, 7, null, 1)).isTrue();
    assertThat(set("A:2-7").reaches(A, 7, null, 1)).isFalse();
  }

  @Test
  void reaches_tag_isASourceOfItsOwn() {
    String orders = A + ":orders";
    assertThat(set("A:1-9:orders:1-2").reaches(orders, 2, null, 1)).isTrue();
    assertThat(set("A:1-9:orders:1-2").reaches(orders, 3, null, 1)).isFalse();
    assertThat(set("A:1-9").reaches(orders, 3, look(2, "A:1-9"), 1)).isTrue();
  }

  @Test
  void upTo_severalSources_isWhatAServerUnderstands() {
    Position position = Position.of(Map.of(A, 7L, B, 3L, A + ":orders", 2L));

    assertThat(GtidSet.upTo(position, look(0, "A:1-4:6-20,B:1-2"), 1))
        .hasToString("%1$s:1-4:6-7,%1$s:orders:1-2,%2$s:1-3".formatted(A, B));
    assertThat(GtidSet.upTo(position, look(2, "A:1-4:6-20,B:1-2"), 1))
        .isEqualTo(set("A:1-4:6-7,B:1-2"));
    assertThat(GtidSet.upTo(Position.of(B, 3), look(2, "A:1-4"), 1).isEmpty()).isTrue();
  }

  @Test
  void random_sets_behaveAsSetsOfSingleTransactions() {
    Random random = new Random(SEED);
    for (int i = 0; i < 5_000; i++) {
      Set<String> one = model(random);
      Set<String> two = model(random);
      Set<String> both = new TreeSet<>(one);
      both.addAll(two);
      GtidSet first = of(one, random);
      GtidSet second = of(two, random);

      assertThat(first.contains(second))
          .as("%s contains %s", one, two)
          .isEqualTo(one.containsAll(two));
      assertThat(first.equals(second)).as("%s equals %s", one, two).isEqualTo(one.equals(two));
      assertThat(first.isEmpty()).isEqualTo(one.isEmpty());
      assertThat(first.union(second)).as("%s and %s", one, two).isEqualTo(of(both, random));
      assertThat(GtidSet.parse(first.toString())).isEqualTo(first);
      assertThat(of(one, random)).hasToString(first.toString()).hasSameHashCodeAs(first);
    }
  }

  @Test
  void random_reaches_isWhatUpToAsksFor() {
    Random random = new Random(SEED);
    for (int i = 0; i < 5_000; i++) {
      Set<String> mine = model(random);
      Set<String> primary = model(random);
      String source = SOURCES.get(random.nextInt(SOURCES.size()));
      long number = 1 + random.nextInt(HIGHEST);
      boolean newer = random.nextBoolean();
      Look look = new Look(newer ? 2 : 0, of(primary, random), true);
      Set<String> asked = new TreeSet<>();
      boolean unknown = !newer;
      for (long at = number; at > 0; at--) {
        String gtid = source + ":" + at;
        unknown &= !primary.contains(gtid);
        if (unknown || primary.contains(gtid)) {
          asked.add(gtid);
        }
      }

      GtidSet goal = GtidSet.upTo(Position.of(source, number), look, 1);
      assertThat(goal)
          .as("%s up to %s, newer %s", primary, number, newer)
          .isEqualTo(of(asked, random));
      assertThat(of(mine, random).reaches(source, number, look, 1))
          .as("%s reaches %s:%d at %s", mine, source, number, look)
          .isEqualTo(mine.containsAll(asked));
    }
  }

  private static Set<String> model(Random random) {
    Set<String> model = new TreeSet<>();
    for (String source : SOURCES) {
      int filled = random.nextInt(4);
      for (int number = 1; number <= HIGHEST; number++) {
        if (filled == 3 || (filled > 0 && random.nextInt(3) < filled)) {
          model.add(source + ":" + number);
        }
      }
    }
    return model;
  }

  /** Written as a server would not: one by one, in any order, in either case. */
  private static GtidSet of(Set<String> model, Random random) {
    List<String> single = new ArrayList<>(model);
    Collections.shuffle(single, random);
    String text = String.join(",", single);
    return GtidSet.parse(random.nextBoolean() ? text : text.replace("e11fa47", "E11FA47"));
  }

  private static Look look(long time, String set) {
    return new Look(time, set(set), true);
  }

  private static GtidSet set(String text) {
    return GtidSet.parse(text.replace("A", A).replace("B", B));
  }
}
