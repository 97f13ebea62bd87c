package io.github.rwsplit.session;

import io.github.rwsplit.route.SessionLook;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one cluster: whose statement runs now, and what that session has written.
 *
 * <p>A key named by {@code RwSplit.inSession} comes first, then the resolver's. Safe for use by
 * many threads.
 */
public final class Sessions {

  private final SessionKeyResolver resolver;
  private final WriteMarkers markers;

  /**
   * Makes the sessions of one cluster.
   *
   * @param resolver tells the key of the current session where the calling code has not named it
   * @param markers the writes of this cluster's sessions
   */
  public Sessions(SessionKeyResolver resolver, WriteMarkers markers) {
    this.resolver = resolver;
    this.markers = markers;
  }

  /**
   * The key of the session that the current thread works for.
   *
   * @return the key; null where there is none
   */
  public @Nullable String currentKey() {
    String named = CallContext.current().sessionKey();
    return named == null ? resolver.currentKey() : named;
  }

  /**
   * The writes of the sessions.
   *
   * @return the markers, shared by all threads
   */
  public WriteMarkers markers() {
    return markers;
  }

  /**
   * Looks at the current session, no earlier than it is asked.
   *
   * @param asOf the moment at which a replica's data were fixed; null: now
   * @return the look, for one statement on this thread
   */
  public Look look(@Nullable Long asOf) {
    return new Look(asOf);
  }

  /** One statement's look at its session; finds the key once. Belongs to one thread. */
  public final class Look implements SessionLook {

    private final @Nullable Long asOf;
    private @Nullable String key;
    private boolean resolved;

    private Look(@Nullable Long asOf) {
      this.asOf = asOf;
    }

    /**
     * The session's key.
     *
     * @return the key; null where there is no session
     */
    public @Nullable String key() {
      if (!resolved) {
        key = currentKey();
        resolved = true;
      }
      return key;
    }

    @Override
    public boolean known() {
      return key() != null;
    }

    @Override
    public boolean mayMissWrites() {
      String session = key();
      return session == null || markers.open(session, asOf == null ? markers.now() : asOf);
    }

    /**
     * The latest time at which the session can have committed a write.
     *
     * @param ifRemembered only a write that is remembered counts
     * @return a time of the markers' clock; null where there is none
     */
    public @Nullable Long lastWrite(boolean ifRemembered) {
      String session = key();
      if (session == null || (ifRemembered && markers.age(session) == null)) {
        return null;
      }
      return markers.lastWrite(session);
    }

    /**
     * How long ago the session committed its last write.
     *
     * @return milliseconds; null where no write is remembered
     */
    public @Nullable Long markerAgeMillis() {
      String session = key();
      Long nanos = session == null ? null : markers.age(session);
      return nanos == null ? null : nanos / 1_000_000;
    }
  }
}
