package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.annotation.ConsistencyLevel;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Optional;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** Runs a bean's method at the level that it asks for. */
final class ConsistencyInterceptor implements MethodInterceptor {

  private final ConsistencyLevels levels;

  ConsistencyInterceptor(ConsistencyLevels levels) {
    this.levels = levels;
  }

  @Override
  public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
    Object target = invocation.getThis();
    Class<?> type = target == null ? invocation.getMethod().getDeclaringClass() : target.getClass();
    Optional<ConsistencyLevel> level = levels.of(invocation.getMethod(), type);
    if (level.isEmpty()) {
      return invocation.proceed();
    }
    return RwSplit.withConsistency(level.get(), () -> proceed(invocation));
  }

  private static @Nullable Object proceed(MethodInvocation invocation) throws Exception {
    try {
      return invocation.proceed();
    } catch (Exception | Error expected) {
      throw expected;
    } catch (Throwable other) {
      throw new UndeclaredThrowableException(other);
    }
  }
}
