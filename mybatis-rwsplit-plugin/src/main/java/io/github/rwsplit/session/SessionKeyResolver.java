package io.github.rwsplit.session;

import org.jspecify.annotations.Nullable;

/**
 * Tells whose statement is about to run. Asked on the caller's thread for each statement that needs
 * to know, so it must be cheap, and it must not throw where there is nobody. It must not use the
 * database: it is also asked while the driver reads the answer to a commit.
 *
 * <p>Calls inside {@code RwSplit.inSession} do not ask: they name their session themselves, in the
 * same key space.
 */
@FunctionalInterface
public interface SessionKeyResolver {

  /**
   * The key of the current session.
   *
   * @return any stable text, such as a user's id; null where there is no session
   */
  @Nullable String currentKey();
}
