package io.github.rwsplit.boot;

import io.github.rwsplit.node.SharedLooks;
import io.github.rwsplit.session.Position;
import io.github.rwsplit.session.SharedSessions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Sessions in Redis: one hash per session, changed and read by one script, which Redis runs as a
 * whole. The name of a hash has the database's name and a hash of the session's key in it, so that
 * applications may share one Redis. Looks at the servers are beside them, on the same connection.
 */
final class RedisSessions implements SharedSessions, SharedLooks.Source {

  private static final Logger LOG = LoggerFactory.getLogger(RedisSessions.class);

  /** How long a statement waits for an answer. */
  static final Duration LIMIT = Duration.ofMillis(50);

  /** A word is waited for so many times as long: it is worth more than a read from a replica. */
  private static final int PATIENCE_FOR_WORDS = 2;

  /** Longer than any commit; after it, who began one has died or cannot tell of it. */
  static final Duration COMMIT = Duration.ofSeconds(30);

  private static final Duration AT_START = Duration.ofSeconds(5);

  private static final String[] NOTHING = {"", "", ""};

  private final RedisCalls redis;
  private final RedisScript script = RedisScript.named("session.lua");
  private final SharedLooks looks;
  private final String prefix;
  private final String lifetime;
  private final String commit;
  private final Duration limit;

  /**
   * @param factory makes the connections; started already, ended by {@link #close}
   * @param database the database's name; may be empty
   * @param remembered how long an instance remembers a session
   * @param commit how long a commit may last
   * @param limit how long a statement waits for an answer
   */
  RedisSessions(
      LettuceConnectionFactory factory,
      String database,
      Duration remembered,
      Duration commit,
      Duration limit) {
    this.limit = limit;
    this.redis = new RedisCalls(factory);
    this.prefix = "rwsplit:{" + database.replaceAll("[{}:]", "_") + "-";
    // any instance that looks at a session keeps it for another half of this time at least
    this.lifetime = Long.toString(remembered.multipliedBy(2).plusSeconds(30).toMillis());
    this.commit = Long.toString(TimeUnit.MILLISECONDS.toMicros(commit.toMillis()));
    this.looks = new RedisLooks(redis, prefix + "looks}:servers", limit);
  }

  /** Connects and runs the script once, so that no statement has to wait for that. */
  void open() {
    try {
      run(
          "0".repeat(32),
          new Told("", UUID.randomUUID().toString(), false, null, null, null),
          AT_START);
    } catch (IOException e) {
      LOG.warn(
          "rwsplit.session.store is redis, but Redis does not serve it ({}). SESSION reads, and"
              + " EVENTUAL ones that follow writes, go to the primary until it does; check that it"
              + " runs and that its user may run EVAL, EVALSHA, INFO, TIME and commands for hashes",
          e.getMessage());
    }
  }

  @Override
  public Known exchange(String session, Told told) throws IOException {
    boolean asks = told.underWay() == null && told.writes() == null && told.read() == null;
    return run(session, told, asks ? limit : limit.multipliedBy(PATIENCE_FOR_WORDS));
  }

  private Known run(String session, Told told, Duration longest) throws IOException {
    return known(redis.run(script, 2, keysAndArguments(session, told), longest));
  }

  private List<String> keysAndArguments(String session, Told told) {
    String part = prefix + SharedSessions.part(session) + "}:";
    UnderWay underWay = told.underWay();
    Writes writes = told.writes();
    Long unproven = writes == null ? null : writes.unproven();
    String[] read = words(told.read());
    List<String> all =
        new ArrayList<>(
            List.of(
                part + session,
                part + "witness",
                told.by(),
                told.id(),
                told.lost() ? "1" : "0",
                underWay == null ? "" : Long.toString(underWay.sequence()),
                underWay == null ? "" : Integer.toString(underWay.commits()),
                writes == null ? "" : Long.toString(writes.committed()),
                unproven == null ? "" : Long.toString(unproven),
                read[0],
                read[1],
                read[2],
                lifetime,
                commit));
    Position position = writes == null ? null : writes.position();
    if (position != null) {
      position.each(
          (source, number) -> {
            all.add(source);
            all.add(Long.toString(number));
          });
    }
    return all;
  }

  private static String[] words(@Nullable Read read) {
    if (read == null) {
      return NOTHING;
    }
    if (read instanceof Read.OnReplica replica) {
      return new String[] {"replica", replica.server(), replica.after()};
    }
    if (read instanceof Read.Covered covered) {
      return new String[] {"covered", "", covered.readId()};
    }
    return new String[] {"primary", "", ""};
  }

  static Known known(List<String> words) throws IOException {
    try {
      return new Known(
          words.get(0),
          Long.parseLong(words.get(1)),
          words.get(2).equals("1"),
          position(words.subList(8, words.size())),
          time(words.get(3)),
          time(words.get(4)),
          time(words.get(5)),
          words.get(6).isEmpty() ? null : words.get(6),
          words.get(7));
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new IOException("an answer of " + words.size() + " words, which is no answer", e);
    }
  }

  /** Whoever else writes into this Redis must not have servers asked for what is no transaction. */
  private static @Nullable Position position(List<String> words) {
    Map<String, Long> highest = new TreeMap<>();
    for (int i = 0; i < words.size(); i += 2) {
      String source = words.get(i);
      long number = Long.parseLong(words.get(i + 1));
      if (!Position.isSource(source) || number < 1) {
        throw new IllegalArgumentException("a position must be of sources and numbers");
      }
      highest.put(source, number);
    }
    return highest.isEmpty() ? null : Position.of(highest);
  }

  private static long time(String word) {
    return word.isEmpty() ? NEVER : Long.parseLong(word);
  }

  @Override
  public SharedLooks looks() {
    return looks;
  }

  @Override
  public void close() {
    redis.close();
  }
}
