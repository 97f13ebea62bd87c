package io.github.rwsplit.adoption;

import static io.github.rwsplit.route.RouteReason.NO_SESSION_CONTEXT;
import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.route.RouteReason.SESSION_REPLICA;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

/** Sessions of web requests, named by {@code rwsplit.session.key}. */
@WithMySqlCluster(replicas = 2)
class WebSessionTest {

  @Test
  void header_namesTheSession_whichReadsThePrimaryForTheWindowAfterItsWrite(MySqlCluster servers)
      throws Exception {
    Application.createItems(servers);
    try (var context =
        Application.on(servers)
            .with(
                "rwsplit.session.key=header:X-User",
                "rwsplit.session.strategy=window",
                "rwsplit.session.window=1500ms")
            .start()) {
      MockMvc web = web(context);
      assertThatCall(get(web, "u1")).ranOn(REPLICA).because(SESSION_REPLICA);

      assertThatCall(() -> put(web, "u1", "nib")).ranOn(PRIMARY).because(WRITE);

      assertThat(assertThatCall(get(web, "u1")).ranOn(PRIMARY).because(SESSION_MARKER).returning())
          .isEqualTo("nib");
      assertThatCall(get(web, "u2")).ranOn(REPLICA).because(SESSION_REPLICA);
      assertThatCall(get(web, "")).ranOn(PRIMARY).because(NO_SESSION_CONTEXT);
      await()
          .untilAsserted(
              () -> assertThatCall(get(web, "u1")).ranOn(REPLICA).because(SESSION_REPLICA));
    }
  }

  private static MockMvc web(ApplicationContext context) {
    return MockMvcBuilders.standaloneSetup(new ItemController(context.getBean(ItemMapper.class)))
        .build();
  }

  private static Callable<String> get(MockMvc web, String user) {
    return () ->
        web.perform(MockMvcRequestBuilders.get("/items/1").header("X-User", user))
            .andReturn()
            .getResponse()
            .getContentAsString(StandardCharsets.UTF_8);
  }

  private static int put(MockMvc web, String user, String name) throws Exception {
    return web.perform(MockMvcRequestBuilders.put("/items/1").header("X-User", user).content(name))
        .andReturn()
        .getResponse()
        .getStatus();
  }
}
