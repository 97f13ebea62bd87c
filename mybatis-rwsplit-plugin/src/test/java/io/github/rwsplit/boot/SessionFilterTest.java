package io.github.rwsplit.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rwsplit.session.CallContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockHttpSession;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

class SessionFilterTest {

  private static final String NAME = "rwsplit-token";

  @AfterEach
  void nothingIsLeft() {
    RequestContextHolder.resetRequestAttributes();
    assertThat(CallContext.current().isEmpty()).isTrue();
  }

  @Test
  void response_ofARequestThatWrote_hasTheTokenAsHeaderAndCookies() throws Exception {
    try (WebRequests web = WebRequests.withTokens()) {
      MockHttpServletRequest request = new MockHttpServletRequest();
      request.setSecure(true);
      MockHttpServletResponse response = serve(web, request, web::write);

      String token = Objects.requireNonNull(response.getHeader(NAME));
      assertThat(web.age("nobody", token)).isNotNull();
      Cookie cookie = Objects.requireNonNull(response.getCookie(NAME));
      assertThat(cookie.getValue()).isEqualTo(token);
      assertThat(cookie.isHttpOnly()).isTrue();
      assertThat(cookie.getSecure()).isTrue();
      assertThat(cookie.getPath()).isEqualTo("/");
      assertThat(cookie.getAttribute("SameSite")).isEqualTo("Lax");
      assertThat(cookie.getMaxAge()).isEqualTo(605);
      assertThat(response.getCookies()).extracting(Cookie::getValue).containsOnly(token).hasSize(2);
    }
  }

  @Test
  void response_ofARequestThatDidNothing_hasNone() throws Exception {
    try (WebRequests web = WebRequests.withTokens()) {
      assertNoToken(serve(web, new MockHttpServletRequest(), () -> {}));

      MockHttpServletResponse first = serve(web, new MockHttpServletRequest(), web::write);
      MockHttpServletRequest second = new MockHttpServletRequest();
      second.setCookies(first.getCookies());
      assertNoToken(serve(web, second, () -> {}));
    }
  }

  @Test
  void response_whereTokensAreOff_hasNone() throws Exception {
    try (WebRequests web = WebRequests.with("session.key", "header:X-User")) {
      MockHttpServletRequest request = new MockHttpServletRequest();
      request.addHeader("X-User", "u1");

      assertNoToken(serve(web, request, web::write));
      assertThat(web.age("u1")).isNotNull();
    }
  }

  @Test
  void request_withAToken_isKnownByCookieAndByHeader() throws Exception {
    try (WebRequests web = WebRequests.withTokens()) {
      String token = token(serve(web, new MockHttpServletRequest(), web::write));
      MockHttpServletRequest byCookie = new MockHttpServletRequest();
      byCookie.setCookies(new Cookie(NAME, token));
      MockHttpServletRequest byHeader = new MockHttpServletRequest();
      byHeader.addHeader(NAME, token);
      MockHttpServletRequest bySeveral = new MockHttpServletRequest();
      bySeveral.addHeader(NAME, "forged, " + token + " , forged");

      for (MockHttpServletRequest request : List.of(byCookie, byHeader, bySeveral)) {
        serve(web, request, () -> assertThat(web.sessions().look(null).known()).isTrue());
      }
      MockHttpServletRequest forged = new MockHttpServletRequest();
      forged.setCookies(new Cookie(NAME, token + "A"), new Cookie("other", token));
      serve(web, forged, () -> assertThat(web.sessions().look(null).known()).isFalse());
      assertThat(web.sessions().tokens().ignored()).isEqualTo(3);
    }
  }

  /** It gives no right to anything: it says what must be waited for, to whoever brings it. */
  @Test
  void token_broughtByAnotherLogin_makesItsReadsStricter_andNobodyElses() throws Exception {
    try (WebRequests web =
        WebRequests.with(
            "session.key", "header:X-User",
            "session.token.enabled", "true",
            "session.token.secrets", "the secret of the tests")) {
      MockHttpServletRequest owner = new MockHttpServletRequest();
      owner.addHeader("X-User", "u1");
      String token = token(serve(web, owner, web::write));
      MockHttpServletRequest other = new MockHttpServletRequest();
      other.addHeader("X-User", "u2");
      other.addHeader(NAME, token);

      serve(web, other, () -> assertThat(web.sessions().look(null).known()).isTrue());

      assertThat(web.age("u2", token)).isNotNull();
      assertThat(web.age("u2")).isNull();
      assertThat(web.age("u3")).isNull();
      long before = Objects.requireNonNull(web.age("u1"));
      MockHttpServletRequest writes = new MockHttpServletRequest();
      writes.addHeader("X-User", "u2");
      writes.addHeader(NAME, token);
      serve(web, writes, web::write);
      assertThat(web.age("u2")).isNotNull();
      assertThat(Objects.requireNonNull(web.age("u1"))).isGreaterThanOrEqualTo(before);
    }
  }

  @Test
  void responses_thatCross_loseNothing() throws Exception {
    try (WebRequests one = WebRequests.withTokens();
        WebRequests two = WebRequests.withTokens()) {
      List<Cookie> jar = new ArrayList<>();
      Cookie[] begin = serve(one, new MockHttpServletRequest(), one::write).getCookies();
      keep(jar, begin);
      MockHttpServletRequest poll = new MockHttpServletRequest();
      poll.setCookies(begin);
      MockHttpServletRequest form = new MockHttpServletRequest();
      form.setCookies(begin);
      MockHttpServletResponse ofForm = serve(one, form, one::write);
      MockHttpServletResponse ofPoll = serve(two, poll, two::write);

      keep(jar, ofForm.getCookies());
      keep(jar, ofPoll.getCookies());

      assertThat(jar).extracting(Cookie::getValue).contains(token(ofForm), token(ofPoll));
      MockHttpServletRequest next = new MockHttpServletRequest();
      next.setCookies(jar.toArray(Cookie[]::new));
      MockHttpServletResponse merged = serve(two, next, () -> {});
      keep(jar, merged.getCookies());
      assertThat(jar).hasSize(2).extracting(Cookie::getValue).containsOnly(token(merged));
    }
  }

  @Test
  void request_withMoreTokensThanResponsesCross_isTakenAsIfItHadWritten() throws Exception {
    try (WebRequests web = WebRequests.withTokens()) {
      String ofARead = token(serve(web, new MockHttpServletRequest(), web::read));
      MockHttpServletRequest one = new MockHttpServletRequest();
      one.addHeader(NAME, ofARead);
      serve(web, one, () -> assertThat(web.sessions().look(null).markerAgeMillis()).isNull());
      MockHttpServletRequest many = new MockHttpServletRequest();
      many.addHeader(NAME, ofARead);
      MockHttpServletRequest forged = new MockHttpServletRequest();
      for (int i = 0; i < 33; i++) {
        many.addHeader(NAME, "forged" + i);
        forged.addHeader(NAME, "forged" + i);
      }

      serve(web, many, () -> assertThat(web.sessions().look(null).markerAgeMillis()).isNotNull());
      serve(web, forged, () -> assertThat(web.sessions().look(null).known()).isFalse());
      MockHttpServletRequest inOne = new MockHttpServletRequest();
      inOne.addHeader(NAME, ofARead + ",forged".repeat(64));
      serve(web, inOne, () -> assertThat(web.sessions().look(null).markerAgeMillis()).isNotNull());
    }
  }

  @Test
  void response_thatWasReset_hasItsTokenAgain() throws Exception {
    try (WebRequests web = WebRequests.withTokens()) {
      MockHttpServletResponse response = new MockHttpServletResponse();
      serve(
          web,
          new MockHttpServletRequest(),
          response,
          (req, res) -> {
            web.write();
            res.getWriter().write("x".repeat(2_000));
            assertThat(response.containsHeader(NAME)).isTrue();
            res.reset();
          });

      assertThat(response.getHeader(NAME)).isNotNull();
    }
  }

  @Test
  void work_thatThrows_tellsItsTokenToTheErrorPage() throws Exception {
    try (WebRequests web = WebRequests.withTokens()) {
      MockHttpServletRequest request = new MockHttpServletRequest();
      MockHttpServletResponse response = new MockHttpServletResponse();
      assertThatThrownBy(
              () ->
                  web.filter()
                      .doFilter(
                          request,
                          response,
                          (req, res) -> {
                            web.write();
                            throw new ServletException("planned");
                          }))
          .hasMessage("planned");
      assertThat(response.getHeader(NAME)).isNotNull();
      response.reset();
      request.setDispatcherType(DispatcherType.ERROR);
      web.filter().doFilter(request, response, (req, res) -> {});

      assertThat(web.age("nobody", token(response))).isNotNull();
    }
  }

  @Test
  void login_thatChangesTheIdOfTheHttpSession_keepsWhatWasWritten() throws Exception {
    try (WebRequests web = WebRequests.with("session.key", "http-session")) {
      MockHttpSession session = new MockHttpSession(null, "before");
      MockHttpServletRequest earlier = new MockHttpServletRequest();
      earlier.setSession(session);
      serve(web, earlier, web::write);
      MockHttpServletRequest login = new MockHttpServletRequest();
      login.setSession(session);

      serve(web, login, login::changeSessionId);

      String after = Objects.requireNonNull(login.getSession(false)).getId();
      assertThat(after).isNotEqualTo("before");
      assertThat(web.age(after)).isNotNull();
    }
  }

  @Test
  void login_isKnownBeforeTheResponseIsCommitted() throws Exception {
    try (WebRequests web = WebRequests.with("session.key", "http-session")) {
      MockHttpServletRequest login = new MockHttpServletRequest();
      login.setSession(new MockHttpSession(null, "before"));
      MockHttpServletResponse response = new MockHttpServletResponse();
      serve(
          web,
          login,
          response,
          (req, res) -> {
            web.write();
            String after = ((HttpServletRequest) req).changeSessionId();
            res.flushBuffer();
            assertThat(response.isCommitted()).isTrue();
            assertThat(web.age(after)).isNotNull();
          });
    }
  }

  @Test
  void login_inMidRequest_countsForTheNextStatementAndForTheSession() throws Exception {
    try (WebRequests web = WebRequests.with("session.key", "principal")) {
      MockHttpServletRequest request = new MockHttpServletRequest();
      serve(
          web,
          request,
          () -> {
            web.write();
            assertThat(web.sessions().look(null).known()).isFalse();
            // as Spring Security does: only who is inside sees the principal
            MockHttpServletRequest inside = new MockHttpServletRequest();
            inside.setUserPrincipal(() -> "u1");
            RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(inside));
            assertThat(web.sessions().look(null).known()).isTrue();
            assertThat(web.sessions().look(null).markerAgeMillis()).isNotNull();
          });

      assertThat(web.age("u1")).isNotNull();
      assertThat(web.age("u2")).isNull();
    }
  }

  @Test
  void bean_isNotAskedInFrontOfTheRequestThatItServes() throws Exception {
    try (WebRequests web = WebRequests.with("session.key", "bean,header:X-User")) {
      MockHttpServletRequest request = new MockHttpServletRequest();
      request.addHeader("X-User", "u1");
      serve(web, request, web::write);

      // it was nobody's: the bean comes first, and there is none on this thread
      assertThat(web.age("u1")).isNull();
    }
  }

  private static void keep(List<Cookie> jar, Cookie... set) {
    for (Cookie cookie : set) {
      jar.removeIf(old -> old.getName().equals(cookie.getName()));
      if (cookie.getMaxAge() != 0) {
        jar.add(cookie);
      }
    }
  }

  private static void assertNoToken(MockHttpServletResponse response) {
    assertThat(response.getHeader(NAME)).isNull();
    assertThat(Arrays.asList(response.getCookies())).isEmpty();
  }

  private static String token(MockHttpServletResponse response) {
    return Objects.requireNonNull(response.getHeader(NAME));
  }

  private static MockHttpServletResponse serve(
      WebRequests web, MockHttpServletRequest request, Runnable work)
      throws ServletException, IOException {
    MockHttpServletResponse response = new MockHttpServletResponse();
    serve(web, request, response, (req, res) -> work.run());
    return response;
  }

  private static void serve(
      WebRequests web,
      MockHttpServletRequest request,
      MockHttpServletResponse response,
      FilterChain chain)
      throws ServletException, IOException {
    web.filter().doFilter(request, response, chain);
  }
}
