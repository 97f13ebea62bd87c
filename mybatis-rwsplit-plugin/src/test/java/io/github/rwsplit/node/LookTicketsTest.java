package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a look with some ticket proves to an instance that was given others. */
class LookTicketsTest {

  private static final long MILLI = 1_000_000;

  private final LookTickets tickets = new LookTickets();

  /** Each word is {@code history/ticket@milliseconds}. */
  private void given(String words) {
    for (String word : words.split(" ", -1)) {
      String[] parts = word.split("[/@]", -1);
      tickets.given(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]) * MILLI);
    }
  }

  @ParameterizedTest(name = "given {0}, a look with {1} began after {2} ms: {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # given                          | look | after | why
          a/10@100                         | 10   | 100   | our own look
          a/10@100                         | 15   | 100   | made by somebody with a later ticket
          a/10@100                         |  9   |       | may have begun before we asked
          a/10@100 a/20@125 a/30@150       | 25   | 125   | the latest that it is not before
          a/10@100 a/20@125 a/30@150       | 30   | 150   | the newest
          a/10@100 a/20@125 a/30@150       | 99   | 150   | no time that we did not ask at
          a/10@100 b/20@125                | 19   |       | another era: the first says nothing
          a/10@100 b/20@125                | 20   | 125   | another era: the second does
          a/10@100 b/5@125 a/20@150        | 19   |       | back in the first era by a restored state
          a/10@100 b/5@125 a/20@150        | 20   | 150   | which begins anew
          a/10@100 a/8@125                 |  9   | 125   | a number that was given before: begins anew
          a/10@100 a/10@125                | 10   | 125   | the same number twice: begins anew
          a/10@100 a/20@1099               | 15   | 100   | just young enough
          a/10@100 a/20@1101               | 15   |       | too old to be of use
          a/10@100 a/20@1101               | 20   | 1101  | while the newest is kept
          """)
  void look_withATicket_beganAfterTheLatestTimeThatIsSure(
      String given, long look, String after, String why) {
    given(given);
    Long expected = after == null ? null : Long.valueOf(after);
    Long before = tickets.before(look);
    assertThat(before == null ? null : before / MILLI).as(why).isEqualTo(expected);
  }

  @Test
  void ticket_thatHelps_isTheFirstAfterATime() {
    given("a/10@100 a/20@125 a/30@150");
    assertThat(tickets.after(99 * MILLI)).isEqualTo(10);
    assertThat(tickets.after(100 * MILLI)).isEqualTo(20);
    assertThat(tickets.after(150 * MILLI)).isEqualTo(SharedLooks.NONE);
  }

  @Test
  void given_tellsWhetherTheTicketsOfBeforeStillCount() {
    assertThat(tickets.given("a", 10, MILLI)).isFalse();
    assertThat(tickets.given("a", 11, 2 * MILLI)).isTrue();
    assertThat(tickets.given("b", 12, 3 * MILLI)).isFalse();
    assertThat(tickets.history()).isEqualTo("b");
  }
}
