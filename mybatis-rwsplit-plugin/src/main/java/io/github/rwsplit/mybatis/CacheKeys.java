package io.github.rwsplit.mybatis;

import static io.github.rwsplit.route.RouteReason.HINT_OVERRIDE;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.connection.Frame;
import io.github.rwsplit.route.RouteDecision;
import io.github.rwsplit.session.CallContext;
import io.github.rwsplit.session.Needed;
import io.github.rwsplit.statement.Declaration;
import org.apache.ibatis.cache.CacheException;
import org.apache.ibatis.cache.CacheKey;
import org.apache.ibatis.mapping.MappedStatement;
import org.jspecify.annotations.Nullable;

/**
 * Keeps rows of replicas apart from rows of the primary in MyBatis' caches, and those of strict
 * reads from all others. A key that somebody else has is never changed, since a lazy property keeps
 * it for ever: a copy is.
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

  /**
   * What sets the rows of a read on a replica apart from others of the same key: of a strict one,
   * that it is this one; else what its session needs of the replica, since the local cache may have
   * been filled in another session, or before this one wrote. A second-level cache belongs to all.
   */
  static Object apart(MappedStatement ms, Frame frame, boolean strict) {
    if (strict) {
      return frame.outermost();
    }
    Needed needed = frame.needed();
    return needed == null || ms.getCache() != null ? "replica" : needed;
  }

  /** Whether the read must not be answered by what somebody else's read left in a cache. */
  static boolean strict(Looked looked, RouteDecision decision) {
    boolean declared = looked.profile().declaration() != null;
    return decision.reason() == HINT_OVERRIDE
        || (declared && decision.level() != null && decision.level() != ConsistencyLevel.EVENTUAL);
  }

  /**
   * The same of a nested select before it is looked at: a level that is asked for around the call
   * counts as well.
   */
  static boolean strictWithin(@Nullable Declaration declaration) {
    return declaration != null
        && (declaration.level() != ConsistencyLevel.EVENTUAL
            || CallContext.current().hint() == ConsistencyLevel.SESSION);
  }
}
