package io.github.rwsplit.session;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a session, in a form that another instance understands: without times of this
 * machine. It is what a token says and what a store shares. Immutable.
 *
 * <p>Whoever receives it counts from its arrival: what was written or read before it was sent
 * happened before it arrived, whatever the clocks say.
 *
 * @param position the position of the writes; null where none is known
 * @param unprovenFor null: the position covers all writes; else a write may be missing in it, and
 *     only a look at the primary shows it that begins so long after the arrival
 * @param readOn the {@code server_uuid} of the replica that served the last read; null where it was
 *     the primary, or is no longer known
 * @param read whether it has read anything that it must not go back behind
 */
public record Carried(
    @Nullable Position position,
    @Nullable Duration unprovenFor,
    @Nullable String readOn,
    boolean read) {

  /** Nothing was written, nothing was read. */
  public static final Carried NOTHING = new Carried(null, null, null, false);

  /**
   * What holds for both.
   *
   * @param other another one of the same session
   * @return position and times by maximum; of two reads on different servers neither is named
   */
  public Carried max(Carried other) {
    Position mine = position;
    Position theirs = other.position;
    Duration wait =
        unprovenFor == null
            ? other.unprovenFor
            : other.unprovenFor == null || unprovenFor.compareTo(other.unprovenFor) > 0
                ? unprovenFor
                : other.unprovenFor;
    String server;
    if (!read || !other.read) {
      server = read ? readOn : other.readOn;
    } else {
      server = readOn != null && readOn.equals(other.readOn) ? readOn : null;
    }
    return new Carried(
        mine == null ? theirs : theirs == null ? mine : mine.max(theirs),
        wait,
        server,
        read || other.read);
  }

  static Carried of(Marker marker, long now, Servers servers) {
    boolean underWay = marker.commitsUnderWay() > 0;
    boolean unproven = marker.unprovenAt() != Marker.NEVER || underWay;
    Duration wait =
        unproven
            ? Duration.ofNanos(
                marker.unprovenAt() == Marker.NEVER ? 0 : Math.max(0, marker.unprovenAt() - now))
            : null;
    boolean read = marker.readAt() != Marker.NEVER;
    return new Carried(
        marker.position(), wait, read ? servers.serverUuid(marker.readTerm()) : null, read);
  }

  /** The marker that this is to whoever receives it now. */
  Marker received(long now, Servers servers) {
    boolean wrote = position != null || unprovenFor != null;
    return new Marker(
        0,
        0,
        wrote ? now + (unprovenFor == null ? 0 : unprovenFor.toNanos()) : Marker.NEVER,
        unprovenFor == null ? Marker.NEVER : now + unprovenFor.toNanos(),
        position,
        read ? now : Marker.NEVER,
        read && readOn != null ? servers.number(readOn) : Servers.NONE);
  }
}
