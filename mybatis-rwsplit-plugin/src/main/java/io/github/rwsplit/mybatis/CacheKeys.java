package io.github.rwsplit.mybatis;

import org.apache.ibatis.cache.CacheException;
import org.apache.ibatis.cache.CacheKey;

/**
 * Keeps rows of replicas apart from rows of the primary in MyBatis' caches. A key that somebody
 * else has is never changed, since a lazy property keeps it for ever: a copy is.
 */
final class CacheKeys {

  private CacheKeys() {}

  /**
   * The key of rows that a replica gives.
   *
   * @param apart what else sets the entry apart
   * @param own whether the key was made for this one purpose, so that no copy is needed
   */
  static CacheKey onReplica(CacheKey key, Object apart, boolean own) {
    if (key.getClass() != CacheKey.class) {
      // MyBatis' null key, which nothing can be stored under
      return key;
    }
    try {
      CacheKey copy = own ? key : key.clone();
      copy.update(apart);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new CacheException("a CacheKey of MyBatis could not be copied", e);
    }
  }
}
