package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplit;
import org.springframework.core.task.TaskDecorator;

/**
 * Carries what {@link RwSplit#snapshot()} takes, the session and level of the thread that hands a
 * task over, to the thread that runs it: for {@code @Async} methods and other tasks of an executor.
 * It is no bean unless the application makes it one, since nothing is carried without being asked
 * for, and an application has a decorator of its own as often as not.
 *
 * <pre>{@code
 * @Bean
 * TaskDecorator taskDecorator() {
 *   return new RwSplitTaskDecorator();
 * }
 * }</pre>
 *
 * <p>Safe for use by many threads.
 */
public final class RwSplitTaskDecorator implements TaskDecorator {

  /** Makes a decorator; it has no state. */
  public RwSplitTaskDecorator() {}

  @Override
  public Runnable decorate(Runnable runnable) {
    return RwSplit.snapshot().wrap(runnable);
  }
}
