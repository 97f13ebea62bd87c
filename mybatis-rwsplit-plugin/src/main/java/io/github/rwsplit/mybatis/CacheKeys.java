package io.github.rwsplit.mybatis;

import org.apache.ibatis.cache.CacheException;
import org.apache.ibatis.cache.CacheKey;

/**
 * Keeps rows of replicas apart from rows of the primary in MyBatis' caches. The key that MyBatis
 * made is never changed, since a lazy property keeps it for ever: a copy is.
 */
final class CacheKeys {

  private CacheKeys() {}

  /**
   * The key of rows that a replica gives.
   *
   * @param apart what else sets the entry apart
   */
  static CacheKey onReplica(CacheKey key, Object apart) {
    if (key.getClass() != CacheKey.class) {
      // MyBatis' null key, which nothing can be stored under
      return key;
    }
    try {
      CacheKey copy = key.clone();
      copy.update(apart);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new CacheException("a CacheKey of MyBatis could not be copied", e);
    }
  }
}
