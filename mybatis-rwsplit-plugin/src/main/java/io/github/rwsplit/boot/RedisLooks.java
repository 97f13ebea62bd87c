package io.github.rwsplit.boot;

import io.github.rwsplit.node.SharedLooks;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Looks at servers in Redis: one hash for each database, changed and read by one script. */
final class RedisLooks implements SharedLooks {

  /** What a look is written with. */
  private static final int LOOK_WORDS = 4;

  private static final int HEAD_WORDS = 3;

  /** While nobody asks, nothing in it is of use; the next one finds a new era. */
  private static final String LIFETIME = Long.toString(Duration.ofMinutes(10).toMillis());

  private final RedisCalls redis;
  private final RedisScript script = RedisScript.named("looks.lua");
  private final String key;
  private final Duration limit;

  /**
   * @param key the hash
   * @param limit how long an answer is waited for
   */
  RedisLooks(RedisCalls redis, String key, Duration limit) {
    this.redis = redis;
    this.key = key;
    this.limit = limit;
  }

  @Override
  public Heard exchange(Told told) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                key,
                UUID.randomUUID().toString(),
                told.history(),
                LIFETIME,
                Integer.toString(told.looks().size())));
    for (Seen look : told.looks()) {
      words.add(look.server());
      words.add(Long.toString(look.ticket()));
      words.add(look.writable() ? "1" : "0");
      words.add(look.executed());
    }
    for (Wanted wanted : told.wanted()) {
      words.add(wanted.server());
      words.add(wanted.fromTicket() == NONE ? "" : Long.toString(wanted.fromTicket()));
      words.add(wanted.askableAfter() == NONE ? "" : Long.toString(wanted.askableAfter()));
    }
    return heard(redis.run(script, 1, words, limit));
  }

  static Heard heard(List<String> words) throws IOException {
    try {
      int looksEnd = HEAD_WORDS + LOOK_WORDS * Integer.parseInt(words.get(2));
      List<Seen> looks = new ArrayList<>();
      for (int i = HEAD_WORDS; i < looksEnd; i += LOOK_WORDS) {
        looks.add(
            new Seen(
                words.get(i),
                Long.parseLong(words.get(i + 1)),
                words.get(i + 2).equals("1"),
                words.get(i + 3)));
      }
      Set<String> yours = new HashSet<>(words.subList(looksEnd, words.size()));
      return new Heard(words.get(0), Long.parseLong(words.get(1)), looks, yours);
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new IOException("an answer of " + words.size() + " words, which is no answer", e);
    }
  }
}
