package io.github.rwsplit.session;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of all open clusters.
 *
 * <p>They are kept here because the calls of {@code RwSplit} are static and apply to all clusters:
 * a snapshot taken in a web request has to carry the request's session, and a token what was
 * written, which only the clusters know. A cluster adds its sessions when it opens and takes them
 * back when it closes.
 */
public final class OpenSessions {

  private static final List<Sessions> OPEN = new CopyOnWriteArrayList<>();

  private OpenSessions() {}

  /**
   * A cluster opens.
   *
   * @param sessions its sessions
   */
  public static void open(Sessions sessions) {
    OPEN.add(sessions);
  }

  /**
   * A cluster closes.
   *
   * @param sessions its sessions
   */
  public static void close(Sessions sessions) {
    OPEN.remove(sessions);
  }

  /**
   * The key of the current session, as the first open cluster that knows one sees it.
   *
   * @return the key; null where there is none
   */
  public static @Nullable String currentKey() {
    for (Sessions sessions : OPEN) {
      String key = sessions.currentKey();
      if (key != null) {
        return key;
      }
    }
    return null;
  }

  /**
   * What this thread's session and work wrote and read, on all clusters.
   *
   * @return one text for all clusters that have tokens; those that know of nothing are left out,
   *     unless that is true of all
   * @throws IllegalStateException where no cluster has tokens
   */
  public static String currentToken() {
    Carrying carrying = CallContext.current().carrying();
    List<Sessions> all = withTokens();
    List<Sessions> knowing =
        all.stream()
            .filter(sessions -> sessions.tokens().know(sessions.currentKey(), carrying))
            .toList();
    return (knowing.isEmpty() ? all : knowing)
        .stream()
            .map(sessions -> sessions.tokens().token(sessions.currentKey(), carrying))
            .collect(Collectors.joining("."));
  }

  /**
   * Begins a piece of work with what a token says.
   *
   * @param token any text, or null
   * @return the work, inside of that of this thread; null where no cluster could read the token
   * @throws IllegalStateException where no cluster has tokens
   */
  public static @Nullable Carrying receive(@Nullable String token) {
    List<Sessions> all = withTokens();
    if (token == null || token.isBlank()) {
      return null;
    }
    Carrying work = Carrying.inside(CallContext.current().carrying());
    boolean any = false;
    for (Sessions sessions : all) {
      any |= sessions.tokens().receive(token, work);
    }
    return any ? work : null;
  }

  private static List<Sessions> withTokens() {
    List<Sessions> with = OPEN.stream().filter(Sessions::hasTokens).toList();
    if (with.isEmpty()) {
      throw new IllegalStateException(
          OPEN.isEmpty()
              ? "a token must belong to a cluster, but none is open"
              : "tokens must be enabled to be used, but rwsplit.session.token.enabled is false; set"
                  + " it to true, and rwsplit.session.token.secrets to at least one secret");
    }
    return with;
  }
}
