package io.github.rwsplit.boot;

import io.github.rwsplit.session.Carrying;
import io.github.rwsplit.session.SessionSettings;
import io.github.rwsplit.session.Sessions;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * What one web request writes and reads, from its first dispatch to its last. Used by the thread
 * that serves the request, and by those that write its response.
 */
final class RequestWork {

  private static final int NEVER = -1;

  private final Sessions sessions;
  private final WebSessionKeys keys;
  private final SessionSettings.Token settings;
  private final Carrying carrying = Carrying.empty();
  private final @Nullable TokenCookies cookies;
  private @Nullable String key;
  private int told = NEVER;
  private int joined;

  RequestWork(
      HttpServletRequest request,
      Sessions sessions,
      WebSessionKeys keys,
      SessionSettings.Token settings) {
    this.sessions = sessions;
    this.keys = keys;
    this.settings = settings;
    this.key = keys.keyOf(request);
    if (key != null) {
      sessions.belongsTo(carrying, key);
    }
    this.cookies = sessions.hasTokens() ? receive(request) : null;
  }

  private TokenCookies receive(HttpServletRequest request) {
    TokenCookies came = TokenCookies.of(request, settings.name());
    boolean any = false;
    for (String text : came.texts()) {
      any |= sessions.tokens().receive(text, carrying);
    }
    if (any && came.tooMany()) {
      sessions.tokens().receiveUnknown(carrying);
    }
    return came;
  }

  Carrying carrying() {
    return carrying;
  }

  /**
   * Tells whoever has to know, before the client knows that the request is done: the session that
   * goes on under a new key, and the client by a token. Without effect once the response is
   * committed, and where there is nothing new.
   */
  synchronized void tell(HttpServletRequest request, HttpServletResponse response) {
    String now = keys.keyOf(request);
    int changes = sessions.changes(carrying);
    if (now != null) {
      belongTo(now, changes);
    }
    if (cookies == null || response.isCommitted()) {
      return;
    }
    boolean news = changes > Math.max(told, 0);
    boolean lost = told != NEVER && !response.containsHeader(settings.name());
    if (news || lost || (told == NEVER && cookies.toBeMerged())) {
      String token = sessions.tokens().token(now, carrying);
      cookies.write(response, request.isSecure(), token, sessions.tokens().life());
      told = changes;
    }
  }

  /**
   * Also what was done where statements do not see the request, as in a filter, is its session's.
   */
  private void belongTo(String now, int changes) {
    if (key != null && !now.equals(key)) {
      sessions.renamed(key, now);
    }
    if (changes > joined || !now.equals(key)) {
      sessions.joined(carrying, now);
    }
    key = now;
    joined = changes;
  }
}
