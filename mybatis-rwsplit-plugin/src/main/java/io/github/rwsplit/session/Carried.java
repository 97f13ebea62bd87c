package io.github.rwsplit.session;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a session, in a form that another instance understands: without times of this
 * machine. It is what a token says and what a store shares. Immutable.
 *
 * <p>Whoever receives it counts from its arrival: what was written or read so long before it was
 * sent happened at least as long before it arrived, whatever the clocks say.
 *
 * @param position the position of the writes; null where none is known
 * @param unprovenFor null: the position covers all writes; else a write may be missing in it, and
 *     only a look at the primary shows it that begins so long after the arrival
 * @param readOn the {@code server_uuid} of the replica that served the last read, or {@link
 *     #ON_PRIMARY}; null where it is no longer known
 * @param read whether it has read anything that it must not go back behind
 * @param wroteAgo how long before the sending the last write had been committed, at least; zero
 *     where nothing was written
 * @param readAgo how long before the sending the last read had ended, at least; zero where nothing
 *     was read
 */
public record Carried(
    @Nullable Position position,
    @Nullable Duration unprovenFor,
    @Nullable String readOn,
    boolean read,
    Duration wroteAgo,
    Duration readAgo) {

  /** Stands for whichever server was the primary: the uuid that no server has, of RFC 9562. */
  public static final String ON_PRIMARY = "00000000-0000-0000-0000-000000000000";

  /** Nothing was written, nothing was read. */
  public static final Carried NOTHING = new Carried(null, null, null, false);

  /**
   * The same where it is not known how long ago anything was.
   *
   * @param position as above
   * @param unprovenFor as above
   * @param readOn as above
   * @param read as above
   */
  public Carried(
      @Nullable Position position,
      @Nullable Duration unprovenFor,
      @Nullable String readOn,
      boolean read) {
    this(position, unprovenFor, readOn, read, Duration.ZERO, Duration.ZERO);
  }

  /**
   * What holds for both.
   *
   * @param other another one of the same session
   * @return position and times by maximum; of two reads on different servers neither is named
   */
  public Carried max(Carried other) {
    Position mine = position;
    Position theirs = other.position;
    String server;
    if (!read || !other.read) {
      server = read ? readOn : other.readOn;
    } else {
      server = readOn != null && readOn.equals(other.readOn) ? readOn : null;
    }
    return new Carried(
        mine == null ? theirs : theirs == null ? mine : mine.max(theirs),
        longer(unprovenFor, other.unprovenFor),
        server,
        read || other.read,
        later(wrote(), wroteAgo, other.wrote(), other.wroteAgo),
        later(read, readAgo, other.read, other.readAgo));
  }

  private static @Nullable Duration longer(@Nullable Duration one, @Nullable Duration other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.compareTo(other) > 0 ? one : other;
  }

  private static Duration later(boolean isOne, Duration one, boolean isOther, Duration other) {
    if (isOne && isOther) {
      return one.compareTo(other) < 0 ? one : other;
    }
    return isOne ? one : other;
  }

  private boolean wrote() {
    return position != null || unprovenFor != null;
  }

  static Carried of(Marker marker, long now, Servers servers) {
    boolean underWay = marker.commitsUnderWay() > 0;
    boolean unproven = marker.unprovenAt() != Marker.NEVER;
    boolean read = marker.readAt() != Marker.NEVER;
    Duration wait = unproven ? Duration.ofNanos(Math.max(0, marker.unprovenAt() - now)) : null;
    return new Carried(
        marker.position(),
        underWay && wait == null ? Duration.ZERO : wait,
        read ? readOn(marker.readTerm(), servers) : null,
        read,
        underWay ? Duration.ZERO : ago(marker.committedAt(), now),
        ago(marker.readAt(), now));
  }

  private static @Nullable String readOn(long term, Servers servers) {
    return term == Servers.PRIMARY ? ON_PRIMARY : servers.serverUuid(term);
  }

  private static long term(@Nullable String readOn, Servers servers) {
    if (readOn == null) {
      return Servers.NONE;
    }
    return readOn.equals(ON_PRIMARY) ? Servers.PRIMARY : servers.number(readOn);
  }

  private static Duration ago(long time, long now) {
    return time == Marker.NEVER ? Duration.ZERO : Duration.ofNanos(Math.max(0, now - time));
  }

  /** The marker that this is to whoever receives it at a time. */
  Marker received(long at, Servers servers) {
    long committedAt = wrote() ? at - wroteAgo.toNanos() : Marker.NEVER;
    long unprovenAt = Marker.NEVER;
    if (unprovenFor != null) {
      unprovenAt = unprovenFor.isZero() ? committedAt : at + unprovenFor.toNanos();
      committedAt = Math.max(committedAt, unprovenAt);
    }
    return new Marker(
        0,
        0,
        committedAt,
        unprovenAt,
        position,
        read ? at - readAgo.toNanos() : Marker.NEVER,
        read ? term(readOn, servers) : Servers.NONE);
  }
}
