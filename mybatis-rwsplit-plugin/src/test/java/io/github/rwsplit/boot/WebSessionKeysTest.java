package io.github.rwsplit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.session.SessionKeyResolver;
import io.github.rwsplit.session.SessionSettings;
import io.github.rwsplit.session.SessionSettings.Anonymous;
import jakarta.servlet.http.Cookie;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpSession;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

class WebSessionKeysTest {

  private final MockHttpServletRequest request = new MockHttpServletRequest();

  private static SessionKeyResolver keys(Anonymous anonymous, String... entries) {
    SessionSettings settings =
        new SessionSettings(
            List.of(entries),
            SessionSettings.Strategy.AUTO,
            Duration.ofSeconds(5),
            Duration.ZERO,
            true,
            anonymous,
            new SessionSettings.Token(false, "rwsplit-token", List.of()),
            SessionSettings.Store.CAFFEINE);
    return new WebSessionKeys(settings, () -> "from the bean");
  }

  private void serve() {
    RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request));
  }

  @AfterEach
  void endRequest() {
    RequestContextHolder.resetRequestAttributes();
  }

  @Test
  void currentKey_outsideOfAnyRequest_isNobody() {
    assertThat(
            keys(Anonymous.REQUEST, "header:X-User", "cookie:SID", "http-session", "principal")
                .currentKey())
        .isNull();
  }

  @Test
  void currentKey_outsideOfAnyRequest_theBeanIsAskedAllTheSame() {
    assertThat(keys(Anonymous.PRIMARY, "header:X-User", "bean").currentKey())
        .isEqualTo("from the bean");
  }

  @Test
  void currentKey_eachSource_answersWithItsValue() {
    request.addHeader("X-User", "u1");
    request.setCookies(new Cookie("other", "o"), new Cookie("SID", "c1"));
    request.setUserPrincipal(() -> "p1");
    request.setSession(new MockHttpSession(null, "s1"));
    serve();

    assertThat(keys(Anonymous.PRIMARY, "header:x-user").currentKey()).isEqualTo("u1");
    assertThat(keys(Anonymous.PRIMARY, "cookie:SID").currentKey()).isEqualTo("c1");
    assertThat(keys(Anonymous.PRIMARY, "principal").currentKey()).isEqualTo("p1");
    assertThat(keys(Anonymous.PRIMARY, "http-session").currentKey()).isEqualTo("s1");
  }

  @Test
  void currentKey_severalSources_theFirstThatAnswersWins() {
    request.addHeader("X-User", " ");
    request.setUserPrincipal(() -> "p1");
    serve();

    assertThat(
            keys(Anonymous.PRIMARY, "header:X-User", "cookie:SID", "principal", "bean")
                .currentKey())
        .isEqualTo("p1");
  }

  @Test
  void currentKey_httpSession_isNotCreated() {
    serve();

    assertThat(keys(Anonymous.PRIMARY, "http-session").currentKey()).isNull();
    assertThat(request.getSession(false)).isNull();
  }

  @Test
  void currentKey_valueThatChangesInTheMiddleOfARequest_countsAtOnce() {
    serve();
    SessionKeyResolver keys = keys(Anonymous.PRIMARY, "principal");
    assertThat(keys.currentKey()).isNull();

    request.setUserPrincipal(() -> "p1");

    assertThat(keys.currentKey()).isEqualTo("p1");
  }

  @Test
  void currentKey_anonymousRequest_isItsOwnSession() {
    serve();
    SessionKeyResolver keys = keys(Anonymous.REQUEST, "header:X-User");
    String first = keys.currentKey();

    assertThat(first).isNotNull().isEqualTo(keys.currentKey());
    RequestContextHolder.setRequestAttributes(
        new ServletRequestAttributes(new MockHttpServletRequest()));
    assertThat(keys.currentKey()).isNotNull().isNotEqualTo(first);
  }

  @Test
  void currentKey_requestThatIsOver_isNobody() {
    RequestContextHolder.setRequestAttributes(
        new ServletRequestAttributes(
            new MockHttpServletRequest() {
              @Override
              public String getHeader(String name) {
                throw new IllegalStateException("The request object has been recycled");
              }
            }));

    assertThat(keys(Anonymous.PRIMARY, "header:X-User").currentKey()).isNull();
  }
}
