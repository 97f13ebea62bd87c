package io.github.rwsplit.boot;

import io.github.rwsplit.session.Position;
import io.github.rwsplit.session.SharedSessions;
import io.lettuce.core.RedisNoScriptException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.connection.ReactiveRedisConnection;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import reactor.core.publisher.Flux;

/**
 * Sessions in Redis: one hash per session, changed and read by one script, which Redis runs as a
 * whole. The name of a hash has the database's name and a hash of the session's key in it, so that
 * applications may share one Redis.
 *
 * <p>A connection is made, and a script is run, on threads of Lettuce: the caller waits for no
 * longer than the limit. A connection that has failed is not mended but replaced.
 */
final class RedisSessions implements SharedSessions {

  private static final Logger LOG = LoggerFactory.getLogger(RedisSessions.class);

  /** How long a statement waits for an answer. */
  static final Duration LIMIT = Duration.ofMillis(50);

  /** A word is waited for so many times as long: it is worth more than a read from a replica. */
  private static final int PATIENCE_FOR_WORDS = 2;

  /** Longer than any commit; after it, who began one has died or cannot tell of it. */
  static final Duration COMMIT = Duration.ofSeconds(30);

  private static final Duration AT_START = Duration.ofSeconds(5);

  /** How long a connection may be without an answer until another one is made. */
  private static final Duration SILENCE = Duration.ofSeconds(1);

  private static final String[] NOTHING = {"", "", ""};

  private final LettuceConnectionFactory factory;
  private final String prefix;
  private final String lifetime;
  private final String commit;
  private final Duration limit;
  private final ByteBuffer script;
  private final String sha;
  private @Nullable ReactiveRedisConnection connection;
  private long answeredAt;
  private volatile boolean closed;

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
    this.factory = factory;
    this.prefix = "rwsplit:{" + database.replaceAll("[{}:]", "_") + "-";
    // any instance that looks at a session keeps it for another half of this time at least
    this.lifetime = Long.toString(remembered.multipliedBy(2).plusSeconds(30).toMillis());
    this.commit = Long.toString(TimeUnit.MILLISECONDS.toMicros(commit.toMillis()));
    byte[] text = script();
    this.script = ByteBuffer.wrap(text);
    this.sha = sha1(text);
    this.answeredAt = System.nanoTime();
  }

  private static byte[] script() {
    try (InputStream in = RedisSessions.class.getResourceAsStream("session.lua")) {
      return Objects.requireNonNull(in, "session.lua is missing in the jar").readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha1(byte[] text) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
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
    long deadline = System.nanoTime() + longest.toNanos();
    ByteBuffer[] all = keysAndArguments(session, told);
    ReactiveRedisConnection on = connection();
    try {
      List<Object> answer;
      try {
        answer = await(on.scriptingCommands().evalSha(sha, ReturnType.MULTI, 2, all), deadline);
      } catch (ExecutionException e) {
        if (!(NestedExceptionUtils.getMostSpecificCause(e) instanceof RedisNoScriptException)) {
          throw e;
        }
        answer =
            await(
                on.scriptingCommands()
                    .eval(script.duplicate(), ReturnType.MULTI, 2, keysAndArguments(session, told)),
                deadline);
      }
      answered();
      return known(answer);
    } catch (TimeoutException e) {
      dropIfSilent(on);
      throw new IOException("no answer within " + longest.toMillis() + " ms", e);
    } catch (ExecutionException | RuntimeException e) {
      drop(on);
      throw new IOException(NestedExceptionUtils.getMostSpecificCause(e).toString(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static List<Object> await(Flux<Object> answer, long deadline)
      throws ExecutionException, InterruptedException, TimeoutException {
    CompletableFuture<List<Object>> future = answer.collectList().toFuture();
    try {
      return future.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } finally {
      // one that has not been sent yet must not be sent later
      future.cancel(false);
    }
  }

  private ByteBuffer[] keysAndArguments(String session, Told told) {
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
    return all.stream()
        .map(text -> ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)))
        .toArray(ByteBuffer[]::new);
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

  private static Known known(List<Object> answer) throws IOException {
    List<String> words = new ArrayList<>();
    flatten(answer, words);
    if (words.size() < 8) {
      throw new IOException("an answer of " + words.size() + " words, which is no answer");
    }
    Map<String, Long> highest = new TreeMap<>();
    for (int i = 8; i + 1 < words.size(); i += 2) {
      highest.put(words.get(i), Long.parseLong(words.get(i + 1)));
    }
    return new Known(
        words.get(0),
        Long.parseLong(words.get(1)),
        words.get(2).equals("1"),
        highest.isEmpty() ? null : Position.of(highest),
        time(words.get(3)),
        time(words.get(4)),
        time(words.get(5)),
        words.get(6).isEmpty() ? null : words.get(6),
        words.get(7));
  }

  /** Drivers give an array as one element or as many. */
  private static void flatten(Object answer, List<String> into) {
    if (answer instanceof List<?> list) {
      list.forEach(element -> flatten(element, into));
    } else if (answer instanceof ByteBuffer bytes) {
      into.add(StandardCharsets.UTF_8.decode(bytes.duplicate()).toString());
    } else {
      into.add(String.valueOf(answer));
    }
  }

  private static long time(String word) {
    return word.isEmpty() ? NEVER : Long.parseLong(word);
  }

  private synchronized ReactiveRedisConnection connection() throws IOException {
    if (closed) {
      throw new IOException("closed");
    }
    ReactiveRedisConnection known = connection;
    if (known == null) {
      known = factory.getReactiveConnection();
      connection = known;
      answeredAt = System.nanoTime();
    }
    return known;
  }

  private synchronized void answered() {
    answeredAt = System.nanoTime();
  }

  private synchronized void dropIfSilent(ReactiveRedisConnection failed) {
    if (System.nanoTime() - answeredAt > SILENCE.toNanos()) {
      drop(failed);
    }
  }

  private synchronized void drop(ReactiveRedisConnection failed) {
    if (connection == failed) {
      connection = null;
    }
    failed
        .closeLater()
        .subscribe(
            nothing -> {},
            e -> LOG.debug("A connection that had failed was not closed in order", e));
  }

  @Override
  public void close() {
    closed = true;
    factory.destroy();
  }
}
