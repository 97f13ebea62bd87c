package io.github.rwsplit.session;

import io.github.rwsplit.route.SessionLook;
import org.jspecify.annotations.Nullable;

/**
 * One statement's look at its session; finds the key once. Belongs to one thread, but for that of
 * nobody's, which does not change.
 */
public final class StatementLook implements SessionLook {

  private final Sessions sessions;
  private final Markers markers;
  private final @Nullable SharedMarkers shared;
  private final @Nullable Long asOf;
  private final @Nullable Carrying carrying;
  private @Nullable String key;
  private boolean resolved;
  private SharedMarkers.@Nullable Answer everywhere;
  private boolean asked;

  StatementLook(Sessions sessions, @Nullable Long asOf, @Nullable Carrying carrying) {
    this.sessions = sessions;
    this.markers = sessions.markers();
    this.shared = sessions.shared();
    this.asOf = asOf;
    this.carrying = carrying;
  }

  /** The look at a session whose key is known already; null: at nobody's. */
  static StatementLook of(Sessions sessions, @Nullable Long asOf, @Nullable String key) {
    StatementLook look = new StatementLook(sessions, asOf, null);
    look.key = key;
    look.resolved = true;
    return look;
  }

  /**
   * The session's key.
   *
   * @return the key; null where there is no session
   */
  public @Nullable String key() {
    if (!resolved) {
      key = sessions.currentKey();
      resolved = true;
    }
    return key;
  }

  /**
   * Who is to be told of what this statement reads.
   *
   * @return the reader; null where nobody is
   */
  public @Nullable Writer reader() {
    String session = key();
    return session == null && carrying == null ? null : new Writer(session, carrying);
  }

  @Override
  public boolean known() {
    return key() != null || (carrying != null && carrying.arrived(sessions));
  }

  @Override
  public boolean mayMissWrites() {
    if (!known()) {
      return true;
    }
    Marker here = here();
    Marker travelling = sessions.travelling(carrying);
    if (travelling.commitsUnderWay() > 0 || (here != null && here.commitsUnderWay() > 0)) {
      return true;
    }
    SharedMarkers.Answer answer = elsewhere();
    if (shared != null && key() != null && (answer == null || answer.known().underWay())) {
      return true;
    }
    boolean byWindow = sessions.strategy() == SessionSettings.Strategy.WINDOW;
    return byWindow
        && ((key() != null && markers.windowOpen(stored(), at()))
            || markers.windowOpen(travelling, at()));
  }

  /**
   * What a replica must be proved to have before it may serve the statement.
   *
   * @param strict whether it is a SESSION read, for which also counts what may have been written
   *     before memory goes back, and what was read; else only writes that are remembered count
   * @return what is needed; null where any replica will do
   */
  public @Nullable Needed needed(boolean strict) {
    SharedMarkers.Answer answer = elsewhere();
    Marker stored = stored();
    Marker travelling = sessions.travelling(carrying);
    Marker both = stored == null ? travelling : travelling.max(stored);
    Needed known = Needed.of(both, markers.windowNanos());
    Needed floor = strict && key() != null ? floor(stored, answer) : null;
    Needed all = floor == null ? known : known.and(floor);
    Needed counting = strict ? all : all.ofWrites();
    if (counting.nothing()) {
      return null;
    }
    return sessions.strategy() == SessionSettings.Strategy.GTID ? counting.onlyProven() : counting;
  }

  /**
   * The session has read something that it must not go back behind, in this statement.
   *
   * @param server the server that served it, as {@link Servers} numbers them
   * @param at a time at which the read had ended, or at which the snapshot was there in which it
   *     ran
   * @param needed what was asked of the server before; null: nothing
   */
  public void read(long server, long at, @Nullable Needed needed) {
    Writer reader = reader();
    if (reader != null) {
      sessions.read(reader, server, at, needed, everywhere);
    }
  }

  /**
   * What the session has read that the primary may not show yet, since a replica has shown it. A
   * store that other instances share is not asked for it.
   *
   * @return of what is needed only the reads count; null where all was read on the primary
   */
  public @Nullable Needed readOnReplicas() {
    Marker stored = stored();
    Marker travelling = sessions.travelling(carrying);
    Marker both = stored == null ? travelling : travelling.max(stored);
    return both.readAt() == Marker.NEVER || both.readTerm() == Servers.PRIMARY
        ? null
        : Needed.of(both, markers.windowNanos());
  }

  /** What may have been written that nobody remembers; null: nothing. */
  private @Nullable Needed floor(@Nullable Marker stored, SharedMarkers.@Nullable Answer answer) {
    if (shared != null) {
      return markers.floor(answer == null ? markers.now() : answer.floor());
    }
    return stored == null ? markers.floor() : null;
  }

  private @Nullable Marker here() {
    String session = key();
    return session == null ? null : markers.find(session);
  }

  /** What all instances know, asked once; null where that is not to be had. */
  private SharedMarkers.@Nullable Answer elsewhere() {
    String session = key();
    if (!asked && shared != null && session != null) {
      asked = true;
      everywhere = shared.ask(session);
    }
    return everywhere;
  }

  /** What is remembered here and, where it was asked for, elsewhere. */
  private @Nullable Marker stored() {
    Marker here = here();
    SharedMarkers.Answer answer = everywhere;
    if (answer == null) {
      return here;
    }
    Marker there = answer.marker();
    boolean nothing = !there.wrote() && there.readAt() == Marker.NEVER;
    // what was read here was told, so that it is in there, and newer than what is remembered here
    return here == null ? (nothing ? null : there) : here.unread().max(there);
  }

  private long at() {
    return asOf == null ? markers.now() : asOf;
  }

  /**
   * How long ago the session committed its last write.
   *
   * @return milliseconds; null where no write is remembered
   */
  public @Nullable Long markerAgeMillis() {
    Marker stored = stored();
    Marker both = sessions.travelling(carrying).max(stored == null ? Marker.NONE : stored);
    return both.wrote() ? Math.max(0, (markers.now() - both.committedAt()) / 1_000_000) : null;
  }
}
