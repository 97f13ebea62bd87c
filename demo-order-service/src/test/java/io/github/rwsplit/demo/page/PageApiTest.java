package io.github.rwsplit.demo.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.github.rwsplit.RwSplitSwitches;
import io.github.rwsplit.demo.DemoTest;
import io.github.rwsplit.demo.Shop;
import io.github.rwsplit.test.MySqlCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

/** What the page is made of and what it may do, over HTTP. */
@DemoTest
class PageApiTest {

  private static final Map<String, Object> PRIMARY_ONLY =
      Map.of("name", "PRIMARY_ONLY", "on", true, "why", "a test");

  @Autowired MySqlCluster servers;
  @Autowired Environment environment;
  @Autowired RwSplitSwitches switches;
  @Autowired PageController page;
  Shop shop;

  @BeforeEach
  void openShop() {
    shop = new Shop(environment, servers);
  }

  @AfterEach
  void turnBack() {
    switches.by("test", "the end").reset();
  }

  @Test
  void page_everythingThatItNames_isThereAndOurs() {
    String html =
        Objects.requireNonNull(
            shop.get("/").expectBody(String.class).returnResult().getResponseBody());

    List<String> named =
        Pattern.compile("(?:href|src)=\"(/[^\"]+)\"")
            .matcher(html)
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(named).hasSize(5).allSatisfy(path -> shop.get(path).expectStatus().isOk());
    assertThat(html)
        .doesNotContain("://", "<style", " style=")
        .doesNotContainPattern("<script(?![^>]*src=)")
        .doesNotContainPattern("\\son[a-z]+=");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/page/main.js", "/catalog", "/orders/0"})
  void anyAnswer_letsTheBrowserRunOnlyOurs(String path) {
    shop.get(path)
        .expectHeader()
        .value(
            "Content-Security-Policy",
            policy ->
                assertThat(policy)
                    .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe"));
  }

  @Test
  void act_ofThePage_isDoneInItsName() {
    act("/page/switches", PRIMARY_ONLY, "X-Demo-Page", "1").expectStatus().isNoContent();

    assertThat(Objects.requireNonNull(switches.state().primaryOnly()).who()).isEqualTo("demo page");
  }

  @ParameterizedTest
  @CsvSource({
    "X-Other, 1",
    "Origin, http://evil.example",
    "Origin, null",
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site",
  })
  void act_notOfThePage_isForbidden(String header, String value) {
    for (String path : List.of("/page/switches", "/page;a=b/switches", "/%70age/switches")) {
      ResponseSpec answer =
          header.equals("X-Other")
              ? act(path, PRIMARY_ONLY, header, value)
              : act(path, PRIMARY_ONLY, header, value, "X-Demo-Page", "1");
      answer.expectStatus().isForbidden();
    }
    assertThat(switches.state().primaryOnly()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"Origin, http://evil.example", "Sec-Fetch-Site, cross-site"})
  void order_sentByAPageOfAnotherSite_isForbidden(String header, String value) {
    Shop.Books before = shop.books();

    shop.http()
        .post()
        .uri("/orders/1/cancel")
        .header(header, value)
        .exchange()
        .expectStatus()
        .isForbidden();

    assertThat(shop.books()).isEqualTo(before);
  }

  /** A name that was made to point to this machine: to the browser, its pages are of one origin. */
  @Test
  void events_ofAHostThatIsNotOurs_areForbidden() throws IOException {
    try (Socket socket = request("GET /page/events HTTP/1.0", "rebound.example");
        BufferedReader answer = reader(socket)) {
      assertThat(answer.readLine()).contains(" 403 ");
    }
  }

  /** To the browser such a page is of the same origin as the order. */
  @Test
  void order_sentByAPageOfAHostThatIsNotOurs_isForbidden() throws IOException {
    Shop.Books before = shop.books();
    String port = environment.getRequiredProperty("local.server.port");
    String lines =
        "POST /orders/1/cancel HTTP/1.0\r\nContent-Length: 0\r\nOrigin: http://rebound.example:"
            + port;
    try (Socket socket = request(lines, "rebound.example");
        BufferedReader answer = reader(socket)) {
      assertThat(answer.readLine()).contains(" 403 ");
    }
    assertThat(shop.books()).isEqualTo(before);
  }

  @Test
  void act_thatMakesNoSense_isRefusedWithTheReason() {
    Map<String, Object> nowhere =
        Map.of("server", "replica-9", "fault", "KILLED", "on", true, "why", "a test");
    act("/page/faults", nowhere, "X-Demo-Page", "1").expectStatus().isNotFound();
    Map<String, Object> nothing =
        Map.of("server", "replica-1", "fault", "KILLED", "on", true, "why", " ");
    act("/page/faults", nothing, "X-Demo-Page", "1").expectStatus().isBadRequest();
    Map<String, Object> primary =
        Map.of("server", "primary", "fault", "DELAYED", "on", true, "why", "a test");
    act("/page/faults", primary, "X-Demo-Page", "1").expectStatus().isEqualTo(409);
    act("/page/load", Map.of("rate", 5_000, "readShare", 50, "sessions", 1), "X-Demo-Page", "1")
        .expectStatus()
        .isBadRequest();
    act("/page/runs", Map.of("seconds", 0), "X-Demo-Page", "1").expectStatus().isBadRequest();
  }

  @Test
  void events_tellOnceASecond_andForgetWhoHasGone() throws IOException {
    int before = page.viewers();
    try (Socket socket = request("GET /page/events HTTP/1.0", "127.0.0.1");
        BufferedReader answer = reader(socket)) {
      String first = nextSnapshot(answer);
      assertThat(JsonPath.<List<String>>read(first, "$.nodes[*].name"))
          .containsExactly("primary", "replica-1", "replica-2", "report-1");
      assertThat(JsonPath.<List<String>>read(first, "$.nodes[*].role"))
          .containsExactly("primary", "replica", "replica", "replica");
      assertThat(page.viewers()).isEqualTo(before + 1);

      shop.get("/catalog").expectStatus().isOk();
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> nextSnapshot(answer).contains("CatalogMapper.list"));
    }
    await().atMost(Duration.ofSeconds(20)).until(() -> page.viewers() == before);
  }

  private ResponseSpec act(String path, Map<String, ?> body, String... headers) {
    var request =
        shop.http().post().uri(address(path)).contentType(MediaType.APPLICATION_JSON).body(body);
    for (int i = 0; i < headers.length; i += 2) {
      request = request.header(headers[i], headers[i + 1]);
    }
    return request.exchange();
  }

  /** As it is: a client that is given a path encodes it. */
  private URI address(String path) {
    return URI.create(
        "http://127.0.0.1:%s%s"
            .formatted(environment.getRequiredProperty("local.server.port"), path));
  }

  /** In HTTP 1.0, whose answers do not come in chunks. */
  private Socket request(String line, String host) throws IOException {
    int port = environment.getRequiredProperty("local.server.port", Integer.class);
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(20_000);
    Writer out = new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.US_ASCII);
    out.write("%s\r\nHost: %s:%d\r\n\r\n".formatted(line, host, port));
    out.flush();
    return socket;
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  private static String nextSnapshot(BufferedReader answer) throws IOException {
    for (String line = answer.readLine(); line != null; line = answer.readLine()) {
      if (line.startsWith("data:")) {
        return line.substring("data:".length());
      }
    }
    throw new IOException("the stream has ended");
  }
}
