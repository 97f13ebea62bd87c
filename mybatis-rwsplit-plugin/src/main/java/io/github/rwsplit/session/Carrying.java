package io.github.rwsplit.session;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Collects what one piece of work writes and reads, beside any session: the position that a web
 * response or a message takes along. It may begin with what a token brought.
 *
 * <p>Safe for use by many threads, since a snapshot takes it to others.
 */
public final class Carrying {

  private final AtomicReference<Marker> marker;
  private final boolean arrived;

  private Carrying(Marker first, boolean arrived) {
    this.marker = new AtomicReference<>(first);
    this.arrived = arrived;
  }

  /**
   * Begins with nothing: what was before is not known.
   *
   * @return a new collector
   */
  public static Carrying empty() {
    return new Carrying(Marker.NONE, false);
  }

  static Carrying of(Marker received) {
    return new Carrying(received, true);
  }

  /**
   * Whether it began with what a token brought, so that it is known what was before.
   *
   * @return true where it did
   */
  public boolean arrived() {
    return arrived;
  }

  Marker marker() {
    return Objects.requireNonNull(marker.get());
  }

  void change(UnaryOperator<Marker> by) {
    marker.updateAndGet(by);
  }

  static Marker markerOf(@Nullable Carrying carrying) {
    return carrying == null ? Marker.NONE : carrying.marker();
  }
}
