package io.github.rwsplit.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.RedisServer;
import io.github.rwsplit.node.SharedLooks;
import io.github.rwsplit.node.SharedLooks.Heard;
import io.github.rwsplit.node.SharedLooks.Seen;
import io.github.rwsplit.node.SharedLooks.Told;
import io.github.rwsplit.node.SharedLooks.Wanted;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** What a real Redis makes of the looks that instances tell it. */
class RedisLooksTest {

  private static final String P = "11111111-1111-1111-1111-111111111111";
  private static final String KEY = "rwsplit:{shop-looks}:servers";
  private static final long NEVER = SharedLooks.NONE;
  private static final long A_MINUTE = 60_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static RedisServer redis;
  private RedisStores.Store store;
  private SharedLooks looks;

  @BeforeAll
  static void startRedis() throws IOException {
    redis = RedisServer.running();
  }

  @AfterAll
  static void stopRedis() {
    redis.close();
  }

  @BeforeEach
  void open() throws IOException {
    redis.say("FLUSHALL");
    store =
        RedisStores.open(new LettuceConnectionFactory("127.0.0.1", redis.port()), "shop", PATIENCE);
    looks = store.looks();
  }

  @AfterEach
  void close() {
    store.close();
  }

  private Heard ask(Wanted... wanted) throws IOException {
    return looks.exchange(new Told("", List.of(), List.of(wanted)));
  }

  private Heard tell(Heard given, String executed) throws IOException {
    Seen look = new Seen(P, given.ticket(), true, executed);
    return looks.exchange(new Told(given.history(), List.of(look), List.of()));
  }

  private static Wanted from(long ticket) {
    return new Wanted(P, ticket, NEVER);
  }

  @Test
  void tickets_riseWithEachQuestion() throws IOException {
    Heard one = ask();
    Heard two = ask();
    assertThat(two.ticket()).isGreaterThan(one.ticket());
    assertThat(two.history()).isEqualTo(one.history());
    assertThat(two.looks()).isEmpty();
  }

  @Test
  void look_isToldToThoseWhomItHelps() throws IOException {
    Heard early = ask();
    Heard asker = ask();
    tell(asker, P + ":1-9");
    Heard late = ask();

    assertThat(ask(from(early.ticket())).looks())
        .containsExactly(new Seen(P, asker.ticket(), true, P + ":1-9"));
    assertThat(ask(from(asker.ticket())).looks()).hasSize(1);
    assertThat(ask(from(late.ticket())).looks()).isEmpty();
    assertThat(ask(from(NEVER)).looks()).isEmpty();
    assertThat(ask(new Wanted(P.replace('1', '2'), early.ticket(), NEVER)).looks()).isEmpty();
  }

  @Test
  void look_ofSomebodyWhoComesTooLate_doesNotReplaceANewerOne() throws IOException {
    Heard deposed = ask();
    Heard asker = ask();
    tell(asker, P + ":1-9");
    tell(deposed, P + ":1-5");

    assertThat(ask(from(deposed.ticket())).looks())
        .containsExactly(new Seen(P, asker.ticket(), true, P + ":1-9"));
  }

  @Test
  void look_ofAnotherHistoryOrWithATicketThatWasNotGiven_isNotKept() throws IOException {
    Heard asker = ask();
    Seen ofAnother = new Seen(P, asker.ticket(), true, P + ":1-9");
    looks.exchange(new Told("another", List.of(ofAnother), List.of()));
    assertThat(ask(from(0)).looks()).isEmpty();

    Seen ofTheFuture = new Seen(P, asker.ticket() + A_MINUTE, true, P + ":1-9");
    looks.exchange(new Told(asker.history(), List.of(ofTheFuture), List.of()));
    assertThat(ask(from(0)).looks()).isEmpty();
  }

  @Test
  void server_isGivenToOneOfThoseWhoAsk_andToTheNextOneAfterAWhile() throws IOException {
    Wanted inAMinute = new Wanted(P, NEVER, A_MINUTE);
    assertThat(ask(inAMinute, from(NEVER)).yours()).containsExactly(P);
    assertThat(ask(inAMinute).yours()).isEmpty();
    assertThat(ask(from(NEVER)).yours()).isEmpty();
    // who was given it may have died: nobody waits for him
    await().atMost(PATIENCE).until(() -> ask(new Wanted(P, NEVER, 20_000)).yours().contains(P));
    assertThat(ask(inAMinute).yours()).isEmpty();
  }

  @Test
  void history_isAnother_whenRedisWasEmptiedOrStartedAnew() throws IOException {
    Heard before = ask();
    redis.say("FLUSHALL");
    Heard flushed = ask();
    assertThat(flushed.history()).isNotEqualTo(before.history());
    assertThat(flushed.ticket()).isGreaterThan(before.ticket());

    redis.restartEmpty();
    await().atMost(PATIENCE).ignoreExceptions().until(() -> ask().ticket() > 0);
    assertThat(ask().history()).isNotIn(before.history(), flushed.history());
  }

  @Test
  void history_isAnother_afterEachPromotion_evenOfAServerThatWasDeposedBefore() throws IOException {
    Heard before = ask();
    redis.say("REPLICAOF", "127.0.0.1", Integer.toString(RedisServer.freePort()));
    redis.say("REPLICAOF", "NO", "ONE");
    Heard promoted = ask();
    assertThat(promoted.history()).isNotEqualTo(before.history());

    tell(before, P + ":1-9");
    assertThat(ask(from(0)).looks()).isEmpty();
  }

  @Test
  void ticket_isNeverGivenTwice_thoughAnOlderStateComesBack() throws IOException {
    ask();
    Heard before = ask();
    redis.say("COPY", KEY, KEY + "-saved");
    Heard between = ask();
    redis.say("COPY", KEY + "-saved", KEY, "REPLACE");
    Heard restored = ask();
    assertThat(restored.history()).isEqualTo(before.history());
    assertThat(restored.ticket()).isGreaterThan(between.ticket());
  }

  @Test
  void hash_hasAnEnd() throws IOException {
    ask();
    assertThat(redis.say("PTTL", KEY)).matches(":[56]\\d{5}");
  }
}
