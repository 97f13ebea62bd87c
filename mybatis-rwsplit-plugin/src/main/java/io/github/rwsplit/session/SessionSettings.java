package io.github.rwsplit.session;

import java.time.Duration;
import java.util.List;

/**
 * The part of the configuration that speaks of sessions.
 *
 * @param keys {@code rwsplit.session.key}: where a web request's session key comes from, in order
 * @param strategy {@code rwsplit.session.strategy}: what shows that a replica has a session's
 *     writes
 * @param window {@code rwsplit.session.window}: how long the session's reads follow its write to
 *     the primary where positions are not to be had
 * @param longestWait {@code rwsplit.session.wait}: the longest wait for a replica to reach the
 *     session's position; zero: none
 * @param eventualFollowsWrites whether EVENTUAL reads of the default group honor the session's
 *     writes too
 * @param anonymous what a SESSION read does in a web request without any key
 * @param token the position that travels with the client
 * @param store {@code rwsplit.session.store}: who remembers sessions
 */
public record SessionSettings(
    List<String> keys,
    Strategy strategy,
    Duration window,
    Duration longestWait,
    boolean eventualFollowsWrites,
    Anonymous anonymous,
    Token token,
    Store store) {

  private static final Duration REMEMBERED_LONGER = Duration.ofMinutes(1);

  /** Copies what may be mutable. */
  public SessionSettings {
    keys = List.copyOf(keys);
  }

  /**
   * How long a session is remembered at least after it has written last.
   *
   * @return longer than the window
   */
  public Duration remembered() {
    return remembered(window);
  }

  static Duration remembered(Duration window) {
    return window.multipliedBy(2).plus(REMEMBERED_LONGER);
  }

  /** What shows that a replica has a session's writes. */
  public enum Strategy {
    /** Positions where servers have GTIDs, the window where they have none. */
    AUTO,
    /** Positions; a server without GTIDs serves no session that wrote. */
    GTID,
    /** The window, and after it a look at the primary where servers have GTIDs. */
    WINDOW
  }

  /** Who remembers what sessions wrote and read. */
  public enum Store {
    /** Each instance for itself. */
    CAFFEINE,
    /** All instances together, in the application's Redis. */
    REDIS
  }

  /** What a SESSION read does in a web request without any key. */
  public enum Anonymous {
    /** It goes to the primary, NO_SESSION_CONTEXT. */
    PRIMARY,
    /** The request itself is the session. */
    REQUEST
  }

  /**
   * The position that travels with the client, in a cookie or header.
   *
   * @param enabled whether it does
   * @param name the name of the cookie and of the header
   * @param secrets what encrypts it: the first one new ones, all of them are read
   */
  public record Token(boolean enabled, String name, List<String> secrets) {

    /** Copies what may be mutable. */
    public Token {
      secrets = List.copyOf(secrets);
    }

    /** Without the secrets. */
    @Override
    public String toString() {
      return "Token[enabled=%s, name=%s, secrets=%d]".formatted(enabled, name, secrets.size());
    }
  }
}
