package ${package};

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.ContextConfiguration;

/** A customer orders, looks and cancels; each step sees the one before. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@ContextConfiguration(initializers = Servers.class)
class ApiTest {

  private final HttpClient http = HttpClient.newHttpClient();
  @LocalServerPort int port;

  @Test
  void customer_ordersAndCancels_seesEachStepAtOnce() throws Exception {
    HttpResponse<String> placed =
        send("POST", "/orders", """
            {"customerId": 5, "itemId": 1, "quantity": 2}""");
    assertThat(placed.statusCode()).isEqualTo(201);
    String order = URI.create(placed.headers().firstValue("Location").orElseThrow()).getPath();
    assertThat(send("GET", order + "/status", "").body()).contains("PAID");

    assertThat(send("POST", order + "/cancel", "").statusCode()).isEqualTo(200);

    assertThat(send("GET", order + "/status", "").body()).contains("CANCELLED");
    assertThat(send("POST", order + "/cancel", "").statusCode()).isEqualTo(409);
  }

  @Test
  void order_ofAnUnknownItem_isNotFound() throws Exception {
    String order = """
        {"customerId": 5, "itemId": 99, "quantity": 2}""";

    assertThat(send("POST", "/orders", order).statusCode()).isEqualTo(404);
  }

  private HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
            .header("X-User", "customer-5")
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }
}
