package io.github.rwsplit.boot;

import io.github.rwsplit.session.CallContext;
import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * Lets Micrometer's context propagation carry what {@code RwSplit.snapshot()} takes. It is found
 * through the service loader where that library is present, and acts only where the application
 * takes a context snapshot, as {@code ContextPropagatingTaskDecorator} does.
 *
 * <p>Safe for use by many threads.
 */
public final class RwSplitThreadLocalAccessor
    implements ThreadLocalAccessor<RwSplitThreadLocalAccessor.Captured> {

  /** The key under which a context snapshot has it. */
  public static final String KEY = "io.github.rwsplit";

  /** Made by the service loader; it has no state. */
  public RwSplitThreadLocalAccessor() {}

  /**
   * What one thread has.
   *
   * @param own what was said on it, for that thread to go back to
   * @param carried the same with the session of its web request, for others
   */
  public record Captured(CallContext own, CallContext carried) {}

  @Override
  public Object key() {
    return KEY;
  }

  @Override
  public @Nullable Captured getValue() {
    CallContext own = CallContext.current();
    CallContext carried = own.toCarry();
    return carried.isEmpty() ? null : new Captured(own, carried);
  }

  @Override
  public void setValue(Captured value) {
    value.carried().enter();
  }

  @Override
  public void setValue() {
    CallContext.empty().enter();
  }

  @Override
  public void restore(Captured previousValue) {
    previousValue.own().enter();
  }
}
