package io.github.rwsplit.mybatis;

import java.lang.reflect.Proxy;
import org.apache.ibatis.executor.CachingExecutor;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.plugin.Plugin;
import org.apache.ibatis.reflection.SystemMetaObject;

/** Finds MyBatis' own executors below plugins and decorators. */
final class RawExecutor {

  private RawExecutor() {}

  /** The executor that MyBatis made, with its second-level cache where it has one. */
  static Executor below(Executor executor) {
    Executor current = executor;
    while (true) {
      if (current instanceof DelegatingExecutor ours) {
        current = ours.delegate;
      } else if (Proxy.isProxyClass(current.getClass())
          && Proxy.getInvocationHandler(current) instanceof Plugin plugin) {
        current = (Executor) SystemMetaObject.forObject(plugin).getValue("target");
      } else {
        return current;
      }
    }
  }

  /** The same without the second-level cache. */
  static Executor base(Executor raw) {
    return raw instanceof CachingExecutor
        ? (Executor) SystemMetaObject.forObject(raw).getValue("delegate")
        : raw;
  }

  /** Whether one of our INNER executors is in the chain already. */
  static boolean hasInner(Executor executor) {
    Executor current = executor;
    while (true) {
      if (current instanceof InnerExecutor) {
        return true;
      }
      if (current instanceof DelegatingExecutor ours) {
        current = ours.delegate;
      } else if (Proxy.isProxyClass(current.getClass())
          && Proxy.getInvocationHandler(current) instanceof Plugin plugin) {
        current = (Executor) SystemMetaObject.forObject(plugin).getValue("target");
      } else {
        return false;
      }
    }
  }
}
