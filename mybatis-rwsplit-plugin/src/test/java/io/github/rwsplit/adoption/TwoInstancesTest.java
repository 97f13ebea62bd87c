package io.github.rwsplit.adoption;

import static io.github.rwsplit.route.RouteReason.NO_SESSION_CONTEXT;
import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.route.RouteReason.SESSION_REPLICA;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import jakarta.servlet.Filter;
import jakarta.servlet.http.Cookie;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

/**
 * Post, redirect, get, where another instance answers each request: what one of them wrote travels
 * with the browser.
 */
@WithMySqlCluster(replicas = 2)
class TwoInstancesTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Keeps cookies as a browser does. */
  private static final class Browser {

    private final Map<String, Cookie> cookies = new TreeMap<>();

    String get(MockMvc instance, long id) throws Exception {
      return perform(instance, MockMvcRequestBuilders.get(URI.create("/items/" + id)))
          .getContentAsString(StandardCharsets.UTF_8);
    }

    MockHttpServletResponse post(MockMvc instance, long id, String name) throws Exception {
      return perform(
          instance, MockMvcRequestBuilders.post(URI.create("/items/" + id)).content(name));
    }

    private MockHttpServletResponse perform(MockMvc instance, MockHttpServletRequestBuilder request)
        throws Exception {
      if (!cookies.isEmpty()) {
        request.cookie(cookies.values().toArray(Cookie[]::new));
      }
      MockHttpServletResponse response = instance.perform(request).andReturn().getResponse();
      for (Cookie cookie : response.getCookies()) {
        if (cookie.getMaxAge() == 0) {
          cookies.remove(cookie.getName());
        } else {
          cookies.put(cookie.getName(), cookie);
        }
      }
      return response;
    }
  }

  @AfterEach
  void startAppliers(MySqlCluster servers) {
    servers.replicas().forEach(MySqlNode::startApplier);
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "window"})
  void nextPage_onAnotherInstance_showsWhatWasWritten(String strategy, MySqlCluster servers)
      throws Exception {
    Application.createItems(servers);
    try (ConfigurableApplicationContext one = instance(servers, strategy);
        ConfigurableApplicationContext two = instance(servers, strategy)) {
      MockMvc first = web(one);
      MockMvc second = web(two);
      Browser browser = new Browser();
      servers.replicas().forEach(MySqlNode::stopApplier);

      MockHttpServletResponse redirect = browser.post(first, 1, "nib");

      assertThat(redirect.getStatus()).isEqualTo(302);
      // some 24 bytes, 32 characters, for each server that has ever been the primary of these
      int sources = servers.primary().gtidExecuted().split(",").length;
      assertThat(redirect.getHeader("rwsplit-token")).hasSizeLessThan(90 + 36 * sources);
      assertThat(
              assertThatCall(() -> browser.get(second, 1))
                  .ranOn(PRIMARY)
                  .ranNothingOn(REPLICA)
                  .because(SESSION_MARKER)
                  .returning())
          .isEqualTo("nib");
      assertThat(
              assertThatCall(() -> new Browser().get(second, 1))
                  .ranOn(PRIMARY)
                  .because(NO_SESSION_CONTEXT)
                  .returning())
          .isEqualTo("nib");

      servers.replicas().forEach(MySqlNode::startApplier);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(
                          assertThatCall(() -> browser.get(second, 1))
                              .ranOn(REPLICA)
                              .ranNothingOn(PRIMARY)
                              .because(SESSION_REPLICA)
                              .returning())
                      .isEqualTo("nib"));
    }
  }

  @Test
  void browser_sentToAnotherInstanceEachTime_comesBackToReplicas(MySqlCluster servers)
      throws Exception {
    Application.createItems(servers);
    try (ConfigurableApplicationContext one = instance(servers, "auto");
        ConfigurableApplicationContext two = instance(servers, "auto")) {
      List<MockMvc> instances = List.of(web(one), web(two));
      Browser browser = new Browser();
      browser.post(instances.get(0), 1, "nib");
      AtomicInteger requests = new AtomicInteger();

      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(
                          assertThatCall(
                                  () ->
                                      browser.get(instances.get(requests.incrementAndGet() % 2), 1))
                              .ranOn(REPLICA)
                              .ranNothingOn(PRIMARY)
                              .because(SESSION_REPLICA)
                              .returning())
                      .isEqualTo("nib"));
    }
  }

  private static ConfigurableApplicationContext instance(MySqlCluster servers, String strategy) {
    return Application.on(servers)
        .with(
            "rwsplit.instances=2",
            "rwsplit.groups.online.removed-above=1h",
            "rwsplit.session.window=1s",
            "rwsplit.session.strategy=" + strategy,
            "rwsplit.session.token.enabled=true",
            "rwsplit.session.token.secrets=the secret of all instances")
        .start();
  }

  private static MockMvc web(ApplicationContext context) {
    return MockMvcBuilders.standaloneSetup(new ItemController(context.getBean(ItemMapper.class)))
        .addFilters(context.getBean(Filter.class))
        .build();
  }
}
