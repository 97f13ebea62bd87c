package io.github.rwsplit.session;

import java.time.Duration;
import java.util.List;

/**
 * The part of the configuration that speaks of sessions.
 *
 * @param keys {@code rwsplit.session.key}: where a web request's session key comes from, in order
 * @param window {@code rwsplit.session.window}: how long the session's reads follow its write to
 *     the primary
 * @param eventualFollowsWrites whether EVENTUAL reads of the default group honor the session's
 *     writes too
 * @param anonymous what a SESSION read does in a web request without any key
 */
public record SessionSettings(
    List<String> keys, Duration window, boolean eventualFollowsWrites, Anonymous anonymous) {

  /** Copies what may be mutable. */
  public SessionSettings {
    keys = List.copyOf(keys);
  }

  /** What a SESSION read does in a web request without any key. */
  public enum Anonymous {
    /** It goes to the primary, NO_SESSION_CONTEXT. */
    PRIMARY,
    /** The request itself is the session. */
    REQUEST
  }
}
