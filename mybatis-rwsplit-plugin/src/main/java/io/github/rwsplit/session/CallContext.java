package io.github.rwsplit.session;

import io.github.rwsplit.annotation.ConsistencyLevel;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * What the calling code has said about the statements that follow on its thread: a level, and a
 * session.
 *
 * <p>This is the only thing that the library binds to a thread. A context is immutable; entering a
 * nested one puts it in place of the current one and restores that in a {@code finally}, so nothing
 * leaks and nothing has to be cleared. It is never inherited by another thread: pool threads would
 * keep a stranger's session for ever. {@link #call} on the other thread carries it there on
 * purpose.
 *
 * @param hint the level asked for; null: none
 * @param sessionKey the session named; null: ask the resolvers
 * @param carrying the work whose position travels; null: none does
 */
public record CallContext(
    @Nullable ConsistencyLevel hint, @Nullable String sessionKey, @Nullable Carrying carrying) {

  private static final CallContext EMPTY = new CallContext(null, null, null);
  private static final ThreadLocal<CallContext> CURRENT = new ThreadLocal<>();

  /**
   * The context of this thread.
   *
   * @return the context; an empty one where nothing was said
   */
  public static CallContext current() {
    CallContext context = CURRENT.get();
    return context == null ? EMPTY : context;
  }

  /**
   * The context that threads begin with.
   *
   * @return the one in which nothing was said
   */
  public static CallContext empty() {
    return EMPTY;
  }

  /**
   * This context with the session of the current web request, if the calling code named none.
   *
   * @return what another thread has to enter to belong to the same session
   */
  public CallContext toCarry() {
    String key = sessionKey == null ? OpenSessions.currentKey() : null;
    return key == null ? this : inSession(key);
  }

  /**
   * This context with a level; of two nested levels the stricter holds.
   *
   * @param level the level
   * @return the new context
   */
  public CallContext withHint(ConsistencyLevel level) {
    return new CallContext(hint == null ? level : hint.stricter(level), sessionKey, carrying);
  }

  /**
   * This context in another session.
   *
   * @param key the session's key
   * @return the new context
   */
  public CallContext inSession(String key) {
    return new CallContext(hint, key, carrying);
  }

  /**
   * This context in a piece of work whose position travels.
   *
   * @param work the work
   * @return the new context
   */
  public CallContext carrying(Carrying work) {
    return new CallContext(hint, sessionKey, work);
  }

  /**
   * Runs something in this context on the current thread.
   *
   * @param <T> what it returns
   * @param work what to run
   * @return what it returned
   * @throws Exception what it threw
   */
  public <T extends @Nullable Object> T call(Callable<T> work) throws Exception {
    CallContext before = enter();
    try {
      return work.call();
    } finally {
      before.enter();
    }
  }

  /**
   * Puts this context in place on the current thread, for those who are called before and after
   * work rather than around it. They must enter again, on the same thread, what this returns.
   *
   * @return the context that was in place
   */
  public CallContext enter() {
    CallContext before = current();
    if (isEmpty()) {
      CURRENT.remove();
    } else {
      CURRENT.set(this);
    }
    return before;
  }

  /**
   * Whether nothing was said.
   *
   * @return true where this is what threads begin with
   */
  public boolean isEmpty() {
    return equals(EMPTY);
  }
}
