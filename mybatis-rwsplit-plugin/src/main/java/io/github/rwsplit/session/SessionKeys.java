package io.github.rwsplit.session;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The resolvers of all open clusters.
 *
 * <p>They are kept here because the calls of {@code RwSplit} are static and apply to all clusters:
 * a snapshot taken in a web request has to carry the request's session, which only the clusters'
 * resolvers know. A cluster adds its resolver when it opens and takes it back when it closes.
 */
public final class SessionKeys {

  private static final List<SessionKeyResolver> OPEN = new CopyOnWriteArrayList<>();

  private SessionKeys() {}

  /**
   * A cluster opens.
   *
   * @param resolver its resolver
   */
  public static void open(SessionKeyResolver resolver) {
    OPEN.add(resolver);
  }

  /**
   * A cluster closes.
   *
   * @param resolver its resolver
   */
  public static void close(SessionKeyResolver resolver) {
    OPEN.remove(resolver);
  }

  /**
   * The key of the current session, as the first open cluster that knows one sees it.
   *
   * @return the key; null where there is none
   */
  public static @Nullable String currentKey() {
    for (SessionKeyResolver resolver : OPEN) {
      String key = resolver.currentKey();
      if (key != null) {
        return key;
      }
    }
    return null;
  }
}
