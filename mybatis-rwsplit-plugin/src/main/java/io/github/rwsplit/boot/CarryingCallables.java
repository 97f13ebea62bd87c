package io.github.rwsplit.boot;

import io.github.rwsplit.session.CallContext;
import io.github.rwsplit.session.Carrying;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.async.CallableProcessingInterceptor;

/**
 * Takes a request's work along to the thread on which Spring MVC runs the Callable or the streaming
 * body that a controller returned, as Spring does with the request itself.
 */
final class CarryingCallables implements CallableProcessingInterceptor {

  private final Carrying carrying;
  private @Nullable CallContext before;

  CarryingCallables(Carrying carrying) {
    this.carrying = carrying;
  }

  @Override
  public <T> void preProcess(NativeWebRequest request, Callable<T> task) {
    before = CallContext.current().carrying(carrying).enter();
  }

  @Override
  public <T> void postProcess(
      NativeWebRequest request, Callable<T> task, @Nullable Object concurrentResult) {
    CallContext restored = before;
    before = null;
    if (restored != null) {
      restored.enter();
    }
  }
}
