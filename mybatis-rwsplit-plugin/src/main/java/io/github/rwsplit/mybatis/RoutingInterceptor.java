package io.github.rwsplit.mybatis;

import io.github.rwsplit.connection.RoutingTransaction;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Invocation;

/**
 * Our two places in MyBatis' plugin chain. Neither is ever asked to intercept: both put a decorator
 * of their own around each new Executor.
 */
sealed interface RoutingInterceptor extends Interceptor {

  @Override
  default Object intercept(Invocation invocation) throws Throwable {
    return invocation.proceed();
  }

  /** Next to MyBatis' own executor. */
  record Inner(StatementRouting routing) implements RoutingInterceptor {

    @Override
    public Object plugin(Object target) {
      if (!(target instanceof Executor executor) || RawExecutor.hasInner(executor)) {
        return target;
      }
      Executor raw = RawExecutor.below(executor);
      RoutingTransaction transaction = RoutingTransaction.behind(raw.getTransaction());
      // an executor on a Transaction of somebody else is left as it is: on the primary
      return transaction == null
          ? target
          : InnerExecutor.chain(executor, raw, transaction, routing);
    }
  }

  /** Around all other plugins. */
  record Outer() implements RoutingInterceptor {

    @Override
    public Object plugin(Object target) {
      if (!(target instanceof Executor executor)
          || executor instanceof OuterExecutor
          || executor instanceof InnerExecutor) {
        // next to INNER there is nothing between the two that could split a call
        return target;
      }
      RoutingTransaction transaction =
          RoutingTransaction.behind(RawExecutor.below(executor).getTransaction());
      return transaction == null ? target : new OuterExecutor(executor, transaction);
    }
  }
}
