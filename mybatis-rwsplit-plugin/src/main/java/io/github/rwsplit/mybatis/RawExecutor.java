package io.github.rwsplit.mybatis;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Proxy;
import org.apache.ibatis.executor.CachingExecutor;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.plugin.Plugin;
import org.jspecify.annotations.Nullable;

/**
 * Finds MyBatis' own executors below plugins and decorators, in fields that nothing else leads to.
 * Handles read them as fast as if they were our own: MyBatis' {@code SystemMetaObject} would look
 * through the whole class anew for each session.
 */
final class RawExecutor {

  private static final MethodHandle DELEGATE =
      field(CachingExecutor.class, "delegate", Executor.class);
  private static final MethodHandle TARGET = field(Plugin.class, "target", Object.class);

  private RawExecutor() {}

  private static MethodHandle field(Class<?> owner, String name, Class<?> type) {
    try {
      return MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
          .findGetter(owner, name, type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "%s must have the field %s, but it cannot be read; use a version of MyBatis that this library was tested with"
              .formatted(owner.getName(), name),
          e);
    }
  }

  private static Executor delegate(CachingExecutor caching) {
    try {
      return (Executor) DELEGATE.invokeExact(caching);
    } catch (Throwable e) {
      throw new IllegalStateException("a getter of a field does not fail", e);
    }
  }

  private static Executor target(Plugin plugin) {
    try {
      return (Executor) (Object) TARGET.invokeExact(plugin);
    } catch (Throwable e) {
      throw new IllegalStateException("a getter of a field does not fail", e);
    }
  }

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
    return raw instanceof CachingExecutor caching ? delegate(caching) : raw;
  }

  /** Whether one of our INNER executors is in the chain already. */
  static boolean hasInner(Executor executor) {
    for (Executor current = executor; current != null; current = next(current)) {
      if (current instanceof InnerExecutor || current instanceof NestedExecutor) {
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
    return Proxy.isProxyClass(executor.getClass())
            && Proxy.getInvocationHandler(executor) instanceof Plugin plugin
        ? target(plugin)
        : null;
  }
}
