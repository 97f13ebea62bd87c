package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.session.CallContext;
import io.github.rwsplit.session.SessionSettings;
import io.github.rwsplit.session.Sessions;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.web.context.request.async.WebAsyncUtils;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.WebUtils;

/**
 * Collects what a web request writes and reads: begins with the token that came with it, keeps it
 * where a login changes the session's key, and gives the response a token before it is committed.
 *
 * <p>Spring Boot registers it by itself, for all dispatches: one request has one collection,
 * whichever dispatch serves it. Elsewhere a {@code DelegatingFilterProxy} of the bean's name does
 * so. It stands behind the filters of Spring Session and of the request context, and in front of
 * Spring Security's, whose logins it has to see.
 */
final class SessionFilter extends OncePerRequestFilter implements Ordered {

  static final String BEAN = "rwSplitSessionFilter";

  /** Spring Boot puts the request context's filter at -105 and Spring Security's at -100. */
  private static final int BETWEEN_REQUEST_CONTEXT_AND_SECURITY = -102;

  private static final String WORK = SessionFilter.class.getName() + ".work";

  private final SessionSettings settings;
  private final WebSessionKeys keys;
  private final ListableBeanFactory beans;
  private volatile @Nullable Sessions sessions;

  SessionFilter(SessionSettings settings, WebSessionKeys keys, ListableBeanFactory beans) {
    this.settings = settings;
    this.keys = keys;
    this.beans = beans;
  }

  @Override
  public int getOrder() {
    return BETWEEN_REQUEST_CONTEXT_AND_SECURITY;
  }

  @Override
  protected boolean shouldNotFilterAsyncDispatch() {
    return false;
  }

  @Override
  protected boolean shouldNotFilterErrorDispatch() {
    return false;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Sessions sessions = sessions();
    if (sessions == null) {
      chain.doFilter(request, response);
      return;
    }
    RequestWork work = work(request, sessions);
    WatchedResponse watched = WebUtils.getNativeResponse(response, WatchedResponse.class);
    HttpServletResponse passed =
        watched == null
            ? new WatchedResponse(response, () -> work.tell(request, response))
            : response;
    CallContext before = CallContext.current().carrying(work.carrying()).enter();
    try {
      chain.doFilter(request, passed);
    } finally {
      before.enter();
      work.tell(request, response);
    }
  }

  @Override
  protected void doFilterNestedErrorDispatch(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    doFilterInternal(request, response, chain);
  }

  /** The cluster is made with the first SqlSessionFactory, which may be later than this filter. */
  private @Nullable Sessions sessions() {
    Sessions known = sessions;
    if (known == null) {
      RwSplitCluster cluster = beans.getBeanProvider(RwSplitCluster.class).getIfAvailable();
      known = cluster == null ? null : cluster.sessions();
      sessions = known;
    }
    return known;
  }

  private RequestWork work(HttpServletRequest request, Sessions its) {
    if (request.getAttribute(WORK) instanceof RequestWork begun) {
      return begun;
    }
    RequestWork work = new RequestWork(request, its, keys, settings.token());
    request.setAttribute(WORK, work);
    WebAsyncUtils.getAsyncManager(request)
        .registerCallableInterceptor(WORK, new CarryingCallables(work.carrying()));
    return work;
  }
}
