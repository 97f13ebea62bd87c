package io.github.rwsplit.boot;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The tokens that came with a request, in headers and in cookies, and how a response gives a new
 * one: as a header of the configured name, as a cookie of that name, and as a cookie of a name of
 * its own.
 *
 * <p>That last one is for responses that cross: of two that set the same cookie, the browser keeps
 * what came last, and what the other one wrote would be lost, for instance by a poll that ran
 * beside a form. A cookie of its own stays until a request has brought it, whose response has it in
 * its token and takes it away. So the maximum over all that came is what the client knows.
 */
final class TokenCookies {

  /** More than that many responses do not cross. */
  private static final int MOST = 32;

  private final String name;
  private final Set<String> texts = new LinkedHashSet<>();
  private final List<String> ownNames = new ArrayList<>();
  private final String newName;

  private TokenCookies(String name) {
    this.name = name;
    this.newName = prefix() + Integer.toString(ThreadLocalRandom.current().nextInt(1 << 30), 36);
  }

  static TokenCookies of(HttpServletRequest request, String name) {
    TokenCookies came = new TokenCookies(name);
    Collections.list(request.getHeaders(name)).forEach(came::take);
    Cookie[] cookies = request.getCookies();
    if (cookies != null) {
      for (Cookie cookie : cookies) {
        came.take(cookie);
      }
    }
    return came;
  }

  private void take(Cookie cookie) {
    boolean own = cookie.getName().startsWith(prefix());
    if (own) {
      ownNames.add(cookie.getName());
    }
    if (own || cookie.getName().equals(name)) {
      take(cookie.getValue());
    }
  }

  private void take(String text) {
    if (!text.isBlank()) {
      texts.add(text);
    }
  }

  private String prefix() {
    return name + "-";
  }

  /** The texts that may be tokens, each once. */
  List<String> texts() {
    return texts.stream().limit(MOST).toList();
  }

  /** Whether there are more than those. */
  boolean tooMany() {
    return texts.size() > MOST;
  }

  /** Whether the client has several, which the next response should make one of. */
  boolean toBeMerged() {
    return texts.size() > 1;
  }

  /** Gives the client a token that says everything that the ones said that came. */
  void write(HttpServletResponse response, boolean secure, String token, Duration life) {
    response.setHeader(name, token);
    int seconds = (int) Math.min(Integer.MAX_VALUE, life.toSeconds());
    response.addCookie(cookie(name, token, seconds, secure));
    response.addCookie(cookie(newName, token, seconds, secure));
    ownNames.forEach(old -> response.addCookie(cookie(old, "", 0, secure)));
    ownNames.clear();
  }

  private static Cookie cookie(String name, String value, int seconds, boolean secure) {
    Cookie cookie = new Cookie(name, value);
    cookie.setPath("/");
    cookie.setHttpOnly(true);
    cookie.setSecure(secure);
    cookie.setMaxAge(seconds);
    cookie.setAttribute("SameSite", "Lax");
    return cookie;
  }
}
