package io.github.rwsplit.test;

import java.util.List;
import java.util.concurrent.Callable;

/**
 * Assertions about where a call ran, proved by what the servers themselves received.
 *
 * <pre>{@code
 * assertThatCall(() -> mapper.page(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
 * assertThatCall(() -> mapper.insert(order)).ranOn("primary").ranNothingOn(REPLICA);
 * assertThatFailingCall(ReadOnlyModeException.class, () -> mapper.insert(order)).ranNowhere();
 * }</pre>
 *
 * <p>All clusters that run in this JVM are watched. While the call lasts, other work on them would
 * be taken for the call's: use these assertions in tests that run alone. {@linkplain
 * ReceivedStatement#isSessionNoise() What pools and probes send} does not count. Work that the call
 * hands to other threads counts only if it is done when the call returns.
 */
public final class RwSplitAssertions {

  private RwSplitAssertions() {}

  /**
   * Makes a call and watches it.
   *
   * @param call is run once, at once, on this thread; what it throws is thrown on unchanged
   * @param <T> the type of its result
   * @return assertions about the call
   */
  public static <T> CallAssert<T> assertThatCall(Callable<T> call) {
    CallWatch watch = CallWatch.begin(ClustersOfThisJvm.running());
    try {
      return watch.returned(call.call());
    } catch (Exception e) {
      watch.abandon();
      throw RwSplitAssertions.<RuntimeException>unchanged(e);
    }
  }

  /**
   * Makes a call without a result and watches it.
   *
   * @param call is run once, at once, on this thread; what it throws is thrown on unchanged
   * @return assertions about the call
   */
  public static CallAssert<Void> assertThatCall(VoidCall call) {
    return assertThatCall(
        () -> {
          call.run();
          return noResult();
        });
  }

  /**
   * Makes a call that must fail and watches it.
   *
   * @param type the exception that is expected, or one above it; any other is thrown on unchanged
   * @param call is run once, at once, on this thread
   * @param <X> the type of the exception
   * @return assertions about the call, whose {@link CallAssert#returning} is the exception
   */
  public static <X extends Throwable> CallAssert<X> assertThatFailingCall(
      Class<X> type, VoidCall call) {
    CallWatch watch = CallWatch.begin(ClustersOfThisJvm.running());
    try {
      call.run();
    } catch (Throwable e) {
      if (type.isInstance(e)) {
        return watch.returned(type.cast(e));
      }
      watch.abandon();
      throw RwSplitAssertions.<RuntimeException>unchanged(e);
    }
    CallAssert<List<String>> done = watch.returned(List.of());
    throw new AssertionError(
        "The call must throw %s, but returned. %s".formatted(type.getName(), done.whatRan()));
  }

  @SuppressWarnings("unchecked")
  private static <X extends Throwable> RuntimeException unchanged(Throwable e) throws X {
    throw (X) e;
  }

  @SuppressWarnings("NullAway") // the one value of Void
  private static Void noResult() {
    return null;
  }

  /** A call without a result. */
  @FunctionalInterface
  public interface VoidCall {
    /**
     * Does it.
     *
     * @throws Exception as it likes
     */
    void run() throws Exception;
  }
}
