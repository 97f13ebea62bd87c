package io.github.rwsplit.mybatis;

import java.lang.reflect.Proxy;
import org.apache.ibatis.executor.CachingExecutor;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.plugin.Plugin;
import org.apache.ibatis.reflection.SystemMetaObject;
import org.jspecify.annotations.Nullable;

/** Finds MyBatis' own executors below plugins and decorators. */
final class RawExecutor {

  private RawExecutor() {}

  /** The executor that MyBatis made, with its second-level cache where it has one. */
  static Executor below(Executor executor) {
    Executor current = executor;
    for (Executor next = next(current); next != null; next = next(current)) {
      current = next;
    }
    return current;
  }

  /** The same without the second-level cache. */
  static Executor base(Executor raw) {
    return raw instanceof CachingExecutor
        ? (Executor) SystemMetaObject.forObject(raw).getValue("delegate")
        : raw;
  }

  /** Whether one of our INNER executors is in the chain already. */
  static boolean hasInner(Executor executor) {
    for (Executor current = executor; current != null; current = next(current)) {
      if (current instanceof InnerExecutor) {
        return true;
      }
    }
    return false;
  }

  /** The executor that a plugin's proxy or a decorator of ours stands before; null: it is none. */
  private static @Nullable Executor next(Executor executor) {
    if (executor instanceof DelegatingExecutor ours) {
      return ours.delegate;
    }
    boolean plugged =
        Proxy.isProxyClass(executor.getClass())
            && Proxy.getInvocationHandler(executor) instanceof Plugin;
    return plugged
        ? (Executor)
            SystemMetaObject.forObject(Proxy.getInvocationHandler(executor)).getValue("target")
        : null;
  }
}
