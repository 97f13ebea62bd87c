package io.github.rwsplit.demo.page;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Tells the browser to run and load only what this server serves, whatever a text pretends; and
 * refuses what a page of another site sends to change something, orders too.
 */
@Component
final class PageHeaders extends OncePerRequestFilter {

  private static final String ONLY_OURS =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");

  private static final String FOREIGN =
      "{\"type\":\"urn:problem:foreign-origin\",\"title\":\"Forbidden\",\"status\":403,"
          + "\"detail\":\"The request must not come from another site.\"}";

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    response.setHeader("Content-Security-Policy", ONLY_OURS);
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Referrer-Policy", "no-referrer");
    response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
    if (!READS.contains(request.getMethod()) && SameOrigin.isForeign(request)) {
      response.setStatus(HttpServletResponse.SC_FORBIDDEN);
      response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
      response.getWriter().write(FOREIGN);
      return;
    }
    chain.doFilter(request, response);
  }
}
