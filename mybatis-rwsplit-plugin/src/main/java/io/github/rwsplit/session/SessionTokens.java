package io.github.rwsplit.session;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the sessions of one cluster send along in tokens, and what comes with those of other
 * instances. Safe for use by many threads.
 */
public final class SessionTokens {

  private final Sessions sessions;
  private final Tokens text;

  /**
   * @param text writes and reads them
   */
  SessionTokens(Sessions sessions, Tokens text) {
    this.sessions = sessions;
    this.text = text;
  }

  Tokens text() {
    return text;
  }

  /**
   * Whether anything is known of a session, or of a piece of work.
   *
   * @param key the session's key; null outside any
   * @param carrying the work; null: none
   * @return false where a token could say only that
   */
  boolean know(@Nullable String key, @Nullable Carrying carrying) {
    return (key != null && sessions.markers().find(key) != null)
        || (carrying != null && (carrying.changes(sessions) > 0 || carrying.arrived(sessions)));
  }

  /**
   * The token that takes along what a session and a piece of work have written and read.
   *
   * @param key the session that the work belongs to in the end; null: none
   * @param carrying the work; null: none
   * @return the token
   */
  public String token(@Nullable String key, @Nullable Carrying carrying) {
    Carried all = sessions.carried(key, carrying);
    String last = carrying == null ? null : carrying.key(sessions);
    if (last != null && !last.equals(key) && sessions.markers().find(last) != null) {
      all = all.max(sessions.carried(last, carrying));
    }
    return text.write(all);
  }

  /**
   * Lets a piece of work begin with what a token says; of several tokens, also in one text, the
   * maximum holds. What is no valid token is ignored and counted.
   *
   * @param came any text
   * @param carrying the work
   * @return whether any token was valid
   */
  public boolean receive(String came, Carrying carrying) {
    boolean byWindow = sessions.strategy() == SessionSettings.Strategy.WINDOW;
    return text.readAll(
        came,
        byWindow,
        (carried, at) -> carrying.receive(sessions, carried.received(at, sessions.servers())));
  }

  /**
   * Lets a piece of work begin with anything having been written before: so much came that not all
   * of it was read.
   *
   * @param carrying the work
   */
  public void receiveUnknown(Carrying carrying) {
    carrying.receive(sessions, Marker.NONE.unknownUntil(sessions.now()));
  }

  /**
   * How long a token is good for.
   *
   * @return from when it is written
   */
  public Duration life() {
    return text.life();
  }

  /**
   * How many texts were no valid token.
   *
   * @return a number that only grows
   */
  public long ignored() {
    return text.ignored();
  }
}
