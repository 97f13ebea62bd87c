package io.github.rwsplit.session;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * For whom something was written: a session, and the work whose position travels. It is found when
 * the statement runs, and told when the commit comes, which may be on behalf of another session by
 * then.
 *
 * @param key the session's key; null outside any
 * @param carrying the work; null where no position travels
 */
public record Writer(@Nullable String key, @Nullable Carrying carrying) {

  /** Two are the same where they name one session and one piece of work, not one like it. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Writer writer
        && carrying == writer.carrying
        && Objects.equals(key, writer.key);
  }

  @Override
  public int hashCode() {
    return 31 * Objects.hashCode(key) + System.identityHashCode(carrying);
  }
}
