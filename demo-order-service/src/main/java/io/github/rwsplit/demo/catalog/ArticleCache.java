package io.github.rwsplit.demo.catalog;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Articles, kept for five seconds. Whatever is brought in, and in whatever order, an entry never
 * gives way to an older one: who reads a replica, and is slow, cannot undo what a writer published.
 *
 * <p>The time has to be longer than {@code removed-above} of the group that is read: when the entry
 * is gone, no replica that may be read is without what was published.
 */
final class ArticleCache {

  static final Duration KEPT = Duration.ofSeconds(5);
  private static final long MOST = 10_000;

  private final Cache<Long, Article> articles;

  ArticleCache(Ticker ticker) {
    articles =
        Caffeine.newBuilder().ticker(ticker).maximumSize(MOST).expireAfterWrite(KEPT).build();
  }

  /** The entry, or else what is read now; null where there is no such article. */
  @Nullable Article get(long skuId, LongFunction<@Nullable Article> read) {
    Article kept = articles.getIfPresent(skuId);
    if (kept != null) {
      return kept;
    }
    Article found = read.apply(skuId);
    return found == null ? null : publish(found);
  }

  /** Keeps it unless a newer one is there; answers with the one that is kept. */
  Article publish(Article article) {
    return articles
        .asMap()
        .merge(
            article.skuId(),
            article,
            (kept, brought) -> brought.version() > kept.version() ? brought : kept);
  }
}
