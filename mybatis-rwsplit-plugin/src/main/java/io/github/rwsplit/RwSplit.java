package io.github.rwsplit;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.session.CallContext;
import io.github.rwsplit.session.Carrying;
import io.github.rwsplit.session.OpenSessions;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Says from code what the statements that follow on this thread need.
 *
 * <p>All calls nest, none leak, and all apply to every cluster of the application. Nothing is
 * inherited by another thread on its own; {@link #snapshot()} carries it there.
 */
public final class RwSplit {

  private RwSplit() {}

  /**
   * Runs something with a level: that of the undeclared selects in it. A declared select takes the
   * stricter of both; of nested calls the stricter holds. Never weakens anything.
   *
   * @param <T> what it returns
   * @param level the level
   * @param work what to run
   * @return what it returned
   * @throws Exception what it threw
   */
  public static <T extends @Nullable Object> T withConsistency(
      ConsistencyLevel level, Callable<T> work) throws Exception {
    return CallContext.current().withHint(level).call(work);
  }

  /**
   * Runs something with all its reads on the primary; the same as {@link #withConsistency} with
   * STRONG.
   *
   * @param <T> what it returns
   * @param work what to run
   * @return what it returned
   * @throws Exception what it threw
   */
  public static <T extends @Nullable Object> T forcePrimary(Callable<T> work) throws Exception {
    return withConsistency(ConsistencyLevel.STRONG, work);
  }

  /**
   * Runs something in a session: its writes are remembered for the session, and its SESSION reads
   * see the session's writes.
   *
   * @param <T> what it returns
   * @param key the session's key, in the same key space as {@code rwsplit.session.key}; not blank
   * @param work what to run
   * @return what it returned
   * @throws Exception what it threw
   */
  public static <T extends @Nullable Object> T inSession(String key, Callable<T> work)
      throws Exception {
    if (key.isBlank()) {
      throw new IllegalArgumentException("the key of a session must not be blank");
    }
    return CallContext.current().inSession(key).call(work);
  }

  /**
   * What this thread's session, and the work around it, have written and read, as a token: who
   * reads with it ({@link #withToken}) sees all of that, on any instance. To be taken after the
   * commit, and sent along with a message. Outside of any session it stands for everything that was
   * committed before the call.
   *
   * @return the token, encrypted; letters, digits, {@code -}, {@code _} and {@code .} only
   * @throws IllegalStateException where {@code rwsplit.session.token.enabled} is false
   */
  public static String currentToken() {
    return OpenSessions.currentToken();
  }

  /**
   * Runs something with what a token says: its SESSION reads see what was written and read before
   * the token was taken. A token names no session: inside of one, both hold. What is written in the
   * work is known to the SESSION reads that follow in it, and to the token that is taken in it.
   *
   * @param <T> what it returns
   * @param token the token; where it is null or blank, forged, of unknown secrets or too old, the
   *     work runs as without one
   * @param work what to run
   * @return what it returned
   * @throws IllegalStateException where {@code rwsplit.session.token.enabled} is false
   * @throws Exception what it threw
   */
  public static <T extends @Nullable Object> T withToken(@Nullable String token, Callable<T> work)
      throws Exception {
    Carrying carrying = OpenSessions.receive(token);
    return carrying == null ? work.call() : CallContext.current().carrying(carrying).call(work);
  }

  /**
   * Takes what was said on this thread, to carry it to another one: the level, the session, also
   * that of the current web request, and the token with which it began.
   *
   * @return the snapshot; immutable
   */
  public static Snapshot snapshot() {
    return new Snapshot(CallContext.current().toCarry());
  }

  /** What was said on one thread, ready to be used on others, any number of times. */
  public static final class Snapshot {

    private final CallContext context;

    private Snapshot(CallContext context) {
      this.context = context;
    }

    /**
     * The same work, carrying this snapshot wherever it runs.
     *
     * @param work what to run
     * @return what runs it
     */
    public Runnable wrap(Runnable work) {
      return () -> {
        try {
          context.call(
              () -> {
                work.run();
                return null;
              });
        } catch (RuntimeException e) {
          throw e;
        } catch (Exception e) {
          throw new IllegalStateException("a Runnable threw a checked exception", e);
        }
      };
    }

    /**
     * The same work, carrying this snapshot wherever it runs.
     *
     * @param <T> what it returns
     * @param work what to run
     * @return what runs it
     */
    public <T extends @Nullable Object> Callable<T> wrap(Callable<T> work) {
      return () -> context.call(work);
    }

    /**
     * The same executor, with each task carrying this snapshot.
     *
     * @param executor who runs the tasks
     * @return what hands them to it
     */
    public Executor wrap(Executor executor) {
      return task -> executor.execute(wrap(task));
    }
  }
}
