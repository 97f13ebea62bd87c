package io.github.rwsplit.demo.page;

import io.github.rwsplit.demo.web.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;

/**
 * Keeps other sites from using the page's interface by way of a browser that has both open. Asked
 * by the controllers themselves: no way of writing a path leads past it.
 */
final class SameOrigin {

  /** A form cannot set it, and a script of another site must ask first, which nobody answers. */
  static final String HEADER = "X-Demo-Page";

  /** A name that another site owns can be made to point here; these cannot. */
  private static final Pattern OUR_HOST =
      Pattern.compile("localhost|\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-fA-F:.]+]");

  private SameOrigin() {}

  /**
   * Lets pass what the page itself sends.
   *
   * @throws Refusal 403 for anything else
   */
  static void check(HttpServletRequest request) {
    if (!isOurHost(request)) {
      throw foreign("The page must be opened at localhost or at an IP address.");
    }
    if (isForeign(request)) {
      throw foreign("The request must come from the page itself.");
    }
    if (!request.getMethod().equals("GET") && request.getHeader(HEADER) == null) {
      throw foreign("The header %s must be sent with it.".formatted(HEADER));
    }
  }

  /**
   * Whether a browser says that a page of another origin sent it, or one of a name that may have
   * been made to point here; other clients than browsers say nothing.
   */
  static boolean isForeign(HttpServletRequest request) {
    String site = request.getHeader("Sec-Fetch-Site");
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    String own = request.getScheme() + "://" + request.getHeader(HttpHeaders.HOST);
    return (site != null && !site.equals("same-origin") && !site.equals("none"))
        || (origin != null && !(origin.equals(own) && isOurHost(request)));
  }

  private static boolean isOurHost(HttpServletRequest request) {
    return OUR_HOST.matcher(request.getServerName()).matches();
  }

  private static Refusal foreign(String detail) {
    return Refusal.forbidden("foreign-origin", detail);
  }
}
