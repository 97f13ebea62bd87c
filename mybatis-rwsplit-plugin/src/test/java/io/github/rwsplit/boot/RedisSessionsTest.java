package io.github.rwsplit.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.RedisServer;
import io.github.rwsplit.session.Position;
import io.github.rwsplit.session.SharedSessions;
import io.github.rwsplit.session.SharedSessions.Known;
import io.github.rwsplit.session.SharedSessions.Read;
import io.github.rwsplit.session.SharedSessions.Told;
import io.github.rwsplit.session.SharedSessions.UnderWay;
import io.github.rwsplit.session.SharedSessions.Writes;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** What a real Redis makes of what instances tell it. */
class RedisSessionsTest {

  private static final String P1 = "11111111-1111-1111-1111-111111111111";
  private static final String P2 = "22222222-2222-2222-2222-222222222222";
  private static final String S = "a0".repeat(16);
  private static final String SAME_PART = "a1".repeat(16);
  private static final String OTHER_PART = "b0".repeat(16);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static RedisServer redis;
  private final List<RedisSessions> open = new ArrayList<>();
  private RedisSessions sessions;

  @BeforeAll
  static void startRedis() throws IOException {
    redis = RedisServer.running();
  }

  @AfterAll
  static void stopRedis() {
    redis.close();
  }

  @BeforeEach
  void openSessions() throws IOException {
    redis.say("FLUSHALL");
    sessions = open("shop", RedisSessions.COMMIT);
  }

  @AfterEach
  void closeSessions() {
    open.forEach(RedisSessions::close);
  }

  private RedisSessions open(String database, Duration commit) {
    return open(database, commit, PATIENCE);
  }

  private RedisSessions open(String database, Duration commit, Duration limit) {
    LettuceConnectionFactory application = new LettuceConnectionFactory("127.0.0.1", redis.port());
    RedisSessions made =
        new RedisSessions(
            RedisConnections.own(application), database, Duration.ofSeconds(70), commit, limit);
    made.open();
    open.add(made);
    return made;
  }

  private static Told told(
      String by, @Nullable UnderWay underWay, @Nullable Writes writes, @Nullable Read read) {
    return new Told(by, UUID.randomUUID().toString(), false, underWay, writes, read);
  }

  private Known ask(String session) throws IOException {
    return sessions.exchange(session, told("asks", null, null, null));
  }

  private Known read(String by, Read read) throws IOException {
    return sessions.exchange(S, told(by, null, null, read));
  }

  private Known commits(String by, long sequence, int commits) throws IOException {
    return sessions.exchange(S, told(by, new UnderWay(sequence, commits), null, null));
  }

  private Known wrote(Map<String, Long> position) throws IOException {
    return sessions.exchange(
        S, told("A", null, new Writes(Position.of(position), -1_000, null), null));
  }

  @Test
  void ask_ofASessionThatNobodyTold_isNothing() throws IOException {
    Known known = ask(S);

    assertThat(known.position()).isNull();
    assertThat(known.underWay()).isFalse();
    assertThat(known.readId()).isEmpty();
    assertThat(List.of(known.committedAt(), known.unprovenAt(), known.readAt()))
        .containsOnly(SharedSessions.NEVER);
  }

  @Test
  void positions_areMergedBySource_asWholeNumbersOfSixtyThreeBits() throws IOException {
    long exact = 9_007_199_254_740_993L;
    wrote(Map.of(P1, 99L, P2, exact));
    wrote(Map.of(P1, 100L, P2, exact - 1));
    assertThat(ask(S).position()).isEqualTo(Position.of(Map.of(P1, 100L, P2, exact)));

    wrote(Map.of(P1, Long.MAX_VALUE, P2 + ":orders", 5L));
    wrote(Map.of(P1, Long.MAX_VALUE - 1));
    assertThat(ask(S).position())
        .isEqualTo(Position.of(Map.of(P1, Long.MAX_VALUE, P2, exact, P2 + ":orders", 5L)));
  }

  /**
   * Whoever may write into this Redis can make sessions read the primary, and no statement fail.
   */
  @ParameterizedTest
  @CsvSource({
    "wt, yesterday",
    "rt, 99999999999999999999",
    "p:nonsense, 7",
    "p:11111111-1111-1111-1111-111111111111, 0",
    "p:11111111-1111-1111-1111-111111111111, -7",
    "p:11111111-1111-1111-1111-111111111111, 99999999999999999999",
    "p:11111111-1111-1111-1111-111111111111' OR '1, 7",
    "u:A, nonsense",
  })
  void session_thatSomebodyElseWrote_isNoAnswer_andOthersAreTold(String field, String value)
      throws IOException {
    wrote(Map.of(P1, 5L));
    redis.say("HSET", "rwsplit:{shop-10}:" + S, field, value);

    assertThatThrownBy(() -> ask(S)).isInstanceOf(IOException.class);
    assertThat(ask(SAME_PART).position()).isNull();
  }

  @Test
  void times_areTheLatestOfAll_byTheClockOfTheStore() throws IOException {
    Known first = sessions.exchange(S, told("A", null, new Writes(null, -1_000, 5_000_000L), null));
    Known second = sessions.exchange(S, told("B", null, new Writes(null, -9_000_000, -1L), null));

    assertThat(second.committedAt()).isEqualTo(first.committedAt()).isEqualTo(first.time() - 1_000);
    assertThat(second.unprovenAt()).isEqualTo(first.time() + 5_000_000);
    assertThat(second.time()).isGreaterThan(first.time());
  }

  @Test
  void commits_ofAnotherInstance_areUnderWayUntilItsNewestWordEndsThem() throws IOException {
    commits("A", 7, 1);
    assertThat(commits("A", 7, 1).underWay()).isFalse();
    assertThat(ask(S).underWay()).isTrue();

    commits("A", 9, 0);
    commits("A", 8, 2);
    assertThat(ask(S).underWay()).isFalse();
  }

  @Test
  void commit_ofAnInstanceThatDied_isForgottenAsOneThatMayBeMissing() throws IOException {
    RedisSessions impatient = open("shop", Duration.ofMillis(1));
    Known begun = impatient.exchange(S, told("A", new UnderWay(1, 1), null, null));

    await().atMost(PATIENCE).until(() -> !ask(S).underWay());
    assertThat(ask(S).unprovenAt()).isGreaterThan(begun.time());
    assertThat(ask(S).committedAt()).isEqualTo(ask(S).unprovenAt());
  }

  @Test
  void reads_ofTwoInstancesThatDidNotKnowOfEachOther_areOnNoKnownServer() throws IOException {
    Known one = read("A", new Read.OnReplica("r1", ""));
    assertThat(one.readOn()).isEqualTo("r1");
    Known same = read("B", new Read.OnReplica("r1", "an older one"));
    assertThat(same.readId()).isEqualTo(one.readId());

    Known two = read("B", new Read.OnReplica("r2", one.readId()));
    assertThat(two.readOn()).isEqualTo("r2");
    Known late = read("A", new Read.OnReplica("r3", one.readId()));
    assertThat(late.readOn()).isNull();
    assertThat(late.readAt()).isGreaterThan(two.readAt());
  }

  @Test
  void reads_thatAWriteCovers_areForgotten_andNoOthers() throws IOException {
    Known primary = read("A", new Read.OnPrimary());
    assertThat(primary.readOn()).isNull();
    assertThat(read("A", new Read.Covered("another")).readId()).isEqualTo(primary.readId());
    assertThat(read("A", new Read.Covered(primary.readId())).readAt())
        .isEqualTo(SharedSessions.NEVER);
  }

  @Test
  void history_changesWithEverythingThatLosesSomething() throws IOException {
    wrote(Map.of(P1, 1L));
    String before = ask(S).history();
    assertThat(ask(SAME_PART).history()).isEqualTo(before);

    sessions.exchange(SAME_PART, new Told("B", "word", true, null, null, null));
    String told = ask(S).history();
    assertThat(told).isNotEqualTo(before);
    assertThat(ask(OTHER_PART).history()).isNotEqualTo(told);

    redis.say("FLUSHDB");
    String flushed = ask(S).history();
    assertThat(flushed).isNotIn(before, told);

    redis.restartEmpty();
    await().atMost(PATIENCE).ignoreExceptions().until(() -> !ask(S).history().isEmpty());
    assertThat(ask(S).history()).isNotIn(before, told, flushed);
  }

  @Test
  void history_changesWhenRedisEvictsForWantOfRoom() throws IOException {
    wrote(Map.of(P1, 1L));
    String before = ask(S).history();
    redis.say("CONFIG", "SET", "maxmemory-policy", "allkeys-random");
    try {
      redis.say("CONFIG", "SET", "maxmemory", "1");
      redis.say("SET", "x", "y");
      redis.say("CONFIG", "SET", "maxmemory", "0");
      assertThat(ask(S).history()).isNotEqualTo(before);
    } finally {
      redis.say("CONFIG", "SET", "maxmemory", "0");
      redis.say("CONFIG", "SET", "maxmemory-policy", "noeviction");
    }
  }

  @Test
  void sessions_haveAnEnd_whichLookingAtThemPutsOff() throws IOException {
    wrote(Map.of(P1, 1L));
    String key = "rwsplit:{shop-10}:" + S;
    assertThat(redis.say("PTTL", key)).matches(":1[67]\\d{4}");

    redis.say("PEXPIRE", key, "60000");
    ask(S);
    assertThat(redis.say("PTTL", key)).matches(":1[67]\\d{4}");
  }

  @Test
  void applications_withDatabasesOfOtherNames_shareNothing() throws IOException {
    wrote(Map.of(P1, 1L));

    RedisSessions other = open("crm", RedisSessions.COMMIT);
    assertThat(other.exchange(S, told("A", null, null, null)).position()).isNull();
    assertThat(redis.say("KEYS", "*")).contains("rwsplit:{shop-10}:" + S);
  }

  @Test
  void exchange_withARedisThatHangs_endsWithinItsLimitAndGoesOnAfterwards() throws IOException {
    wrote(Map.of(P1, 1L));
    RedisSessions hurried = open("shop", RedisSessions.COMMIT, RedisSessions.LIMIT);
    redis.pause();
    try {
      assertThatThrownBy(() -> hurried.exchange(S, told("A", null, null, null)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no answer within 50 ms");
      assertThatThrownBy(() -> hurried.exchange(S, told("A", null, null, new Read.OnPrimary())))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no answer within 100 ms");
    } finally {
      redis.resume();
    }
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> hurried.exchange(S, told("A", null, null, null)).position() != null);
  }

  @Test
  void exchange_withoutRedis_failsAndConnectsAgainOnceItIsThere() throws IOException {
    redis.kill();
    try {
      assertThatThrownBy(() -> ask(S)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> ask(S)).isInstanceOf(IOException.class);
    } finally {
      redis.start();
    }
    await().atMost(PATIENCE).ignoreExceptions().until(() -> ask(S).position() == null);
  }
}
