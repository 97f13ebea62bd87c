package io.github.rwsplit.statement;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Objects;

/**
 * Remembers the traits of the texts seen most, so that recognition costs one hash look-up per call.
 *
 * <p>Bounded by number of entries; texts longer than {@value #LONGEST_CACHED} characters (mostly
 * generated {@code IN} lists that never come twice) are recognized each time and not kept. A miss
 * is computed outside the map's locks: two threads may recognize one text at once and get equal
 * answers, and no virtual thread is pinned. Thread-safe.
 */
public final class SqlTraitsCache {

  /** Entries kept unless told otherwise. */
  public static final int DEFAULT_MAX_ENTRIES = 10_000;

  static final int LONGEST_CACHED = 64 * 1024;

  private final Cache<String, SqlTraits> cache;

  /** A cache of {@value #DEFAULT_MAX_ENTRIES} entries. */
  public SqlTraitsCache() {
    this(DEFAULT_MAX_ENTRIES);
  }

  /**
   * A cache of the given size.
   *
   * @param maxEntries entries kept at most, positive
   * @throws IllegalArgumentException if {@code maxEntries} is not positive
   */
  public SqlTraitsCache(int maxEntries) {
    if (maxEntries <= 0) {
      throw new IllegalArgumentException("maxEntries must be positive, but was " + maxEntries);
    }
    this.cache = Caffeine.newBuilder().maximumSize(maxEntries).build();
  }

  /**
   * The traits of a text, from memory where it was seen before.
   *
   * @param sql the text that is really sent
   * @return what {@link SqlRecognizer#recognize(String)} says about it
   */
  public SqlTraits traits(String sql) {
    Objects.requireNonNull(sql, "sql");
    if (sql.length() > LONGEST_CACHED) {
      return SqlRecognizer.recognize(sql);
    }
    SqlTraits known = cache.getIfPresent(sql);
    if (known != null) {
      return known;
    }
    SqlTraits traits = SqlRecognizer.recognize(sql);
    cache.put(sql, traits);
    return traits;
  }

  long estimatedSize() {
    cache.cleanUp();
    return cache.estimatedSize();
  }
}
