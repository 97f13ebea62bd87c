package io.github.rwsplit.boot;

import io.github.rwsplit.node.OneLine;
import io.lettuce.core.RedisNoScriptException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
 * Runs scripts in Redis on one connection. A connection is made, and a script is run, on threads of
 * Lettuce: the caller waits for no longer than it wants to. A connection that has failed is not
 * mended but replaced, so that what was lost meanwhile is noticed. Safe for use by many threads.
 */
final class RedisCalls implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RedisCalls.class);

  /** How long a connection may be without an answer until another one is made. */
  private static final Duration SILENCE = Duration.ofSeconds(1);

  private final LettuceConnectionFactory factory;
  private @Nullable ReactiveRedisConnection connection;
  private long answeredAt;
  private volatile boolean closed;

  /**
   * @param factory makes the connections; started already, ended by {@link #close}
   */
  RedisCalls(LettuceConnectionFactory factory) {
    this.factory = factory;
    this.answeredAt = System.nanoTime();
  }

  /**
   * Runs a script.
   *
   * @param keys how many of the words are keys; all of them in one slot
   * @param words keys, then arguments
   * @param longest how long to wait for the answer
   * @return the words of the answer
   * @throws IOException if there was none in time; the script may have run, or may still run
   */
  List<String> run(RedisScript script, int keys, List<String> words, Duration longest)
      throws IOException {
    long deadline = System.nanoTime() + longest.toNanos();
    ReactiveRedisConnection on = connection();
    try {
      List<Object> answer;
      try {
        answer =
            await(
                on.scriptingCommands().evalSha(script.sha(), ReturnType.MULTI, keys, bytes(words)),
                deadline);
      } catch (ExecutionException e) {
        if (!(NestedExceptionUtils.getMostSpecificCause(e) instanceof RedisNoScriptException)) {
          throw e;
        }
        answer =
            await(
                on.scriptingCommands()
                    .eval(script.text().duplicate(), ReturnType.MULTI, keys, bytes(words)),
                deadline);
      }
      answered();
      List<String> flat = new ArrayList<>();
      flatten(answer, flat);
      return flat;
    } catch (TimeoutException e) {
      dropIfSilent(on);
      throw new IOException("no answer within " + longest.toMillis() + " ms", e);
    } catch (ExecutionException | RuntimeException e) {
      drop(on);
      throw new IOException(OneLine.of(NestedExceptionUtils.getMostSpecificCause(e).toString()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static ByteBuffer[] bytes(List<String> words) {
    return words.stream()
        .map(text -> ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)))
        .toArray(ByteBuffer[]::new);
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
