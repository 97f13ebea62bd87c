package io.github.rwsplit.boot;

import io.github.rwsplit.session.SessionKeyResolver;
import io.github.rwsplit.session.SessionSettings;
import io.github.rwsplit.session.SessionSettings.Anonymous;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * Tells the session of the web request that this thread serves. It is asked for each statement, not
 * once in a filter, so that a login in the middle of a request counts at once, and a thread that
 * serves no request has no session.
 *
 * <p>There is one key space: the header value {@code u1}, the principal {@code u1} and {@code
 * RwSplit.inSession("u1")} are the same session. Sources whose values may be equal by chance should
 * therefore not be mixed.
 */
final class WebSessionKeys implements SessionKeyResolver {

  private static final Logger LOG = LoggerFactory.getLogger(WebSessionKeys.class);
  private static final String REQUEST_KEY = "io.github.rwsplit.request-key";

  /** Asks one place. */
  @FunctionalInterface
  private interface Source {
    @Nullable String key(@Nullable HttpServletRequest request);
  }

  /** Asks one place of a request. */
  @FunctionalInterface
  private interface RequestSource {
    @Nullable String key(HttpServletRequest request);
  }

  private final List<Source> sources;

  /** Those in front of the bean, which may not be asked before its request is at hand. */
  private final List<Source> ofRequests;

  WebSessionKeys(SessionSettings settings, SessionKeyResolver bean) {
    List<Source> inOrder = new ArrayList<>();
    settings.keys().forEach(entry -> inOrder.add(source(entry, bean)));
    if (settings.anonymous() == Anonymous.REQUEST) {
      inOrder.add(ofRequest(WebSessionKeys::requestKey));
    }
    this.sources = List.copyOf(inOrder);
    int first = settings.keys().indexOf("bean");
    this.ofRequests = first < 0 ? sources : sources.subList(0, first);
  }

  private static Source source(String entry, SessionKeyResolver bean) {
    String name = entry.substring(entry.indexOf(':') + 1);
    return switch (entry.substring(0, entry.length() - name.length())) {
      case "header:" -> ofRequest(request -> request.getHeader(name));
      case "cookie:" -> ofRequest(request -> cookie(request, name));
      default ->
          switch (entry) {
            case "http-session" -> ofRequest(WebSessionKeys::httpSession);
            case "principal" -> ofRequest(WebSessionKeys::principal);
            case "bean" -> request -> bean.currentKey();
            default -> throw new IllegalArgumentException("Unknown source of keys: " + entry);
          };
    };
  }

  private static Source ofRequest(RequestSource source) {
    return request -> {
      try {
        return request == null ? null : source.key(request);
      } catch (IllegalStateException requestIsOver) {
        // A thread to which the application handed a request that has ended meanwhile.
        LOG.debug("No session: the request of this thread cannot be asked", requestIsOver);
        return null;
      }
    };
  }

  @Override
  public @Nullable String currentKey() {
    HttpServletRequest request =
        RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes
            ? attributes.getRequest()
            : null;
    return firstKey(sources, request);
  }

  /**
   * The key that a request has in front of everything that serves it, which may be another one than
   * inside: security's filters hide the principal from those in front of them.
   *
   * @return the key; null where there is none, or only the bean knows
   */
  @Nullable String keyOf(HttpServletRequest request) {
    return firstKey(ofRequests, request);
  }

  private static @Nullable String firstKey(
      List<Source> sources, @Nullable HttpServletRequest request) {
    for (Source source : sources) {
      String key = source.key(request);
      if (key != null && !key.isBlank()) {
        return key;
      }
    }
    return null;
  }

  private static @Nullable String cookie(HttpServletRequest request, String name) {
    Cookie[] cookies = request.getCookies();
    if (cookies != null) {
      for (Cookie cookie : cookies) {
        if (cookie.getName().equals(name)) {
          return cookie.getValue();
        }
      }
    }
    return null;
  }

  private static @Nullable String httpSession(HttpServletRequest request) {
    HttpSession session = request.getSession(false);
    return session == null ? null : session.getId();
  }

  private static @Nullable String principal(HttpServletRequest request) {
    Principal principal = request.getUserPrincipal();
    return principal == null ? null : principal.getName();
  }

  private static String requestKey(HttpServletRequest request) {
    Object known = request.getAttribute(REQUEST_KEY);
    if (known != null) {
      return known.toString();
    }
    String key = "request:" + UUID.randomUUID();
    request.setAttribute(REQUEST_KEY, key);
    return key;
  }
}
