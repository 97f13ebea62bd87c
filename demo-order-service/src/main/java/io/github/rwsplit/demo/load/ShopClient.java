package io.github.rwsplit.demo.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The service as its clients see it. */
final class ShopClient {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * An answer.
   *
   * @param status the HTTP status
   * @param body what came with it
   */
  record Reply(int status, JsonNode body) {

    boolean ok() {
      return status / 100 == 2;
    }
  }

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();
  private final JsonMapper json;
  private final String base;

  ShopClient(JsonMapper json, String base) {
    this.json = json;
    this.base = base;
  }

  Reply get(String session, String path) throws IOException, InterruptedException {
    return send(request(session, path).GET().build());
  }

  Reply post(String session, String path, @Nullable Map<String, ?> body)
      throws IOException, InterruptedException {
    HttpRequest.BodyPublisher publisher =
        body == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(json.writeValueAsString(body));
    return send(
        request(session, path).header("Content-Type", "application/json").POST(publisher).build());
  }

  private HttpRequest.Builder request(String session, String path) {
    return HttpRequest.newBuilder(URI.create(base + path))
        .timeout(PATIENCE)
        .header("X-User", session);
  }

  private Reply send(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
    return new Reply(response.statusCode(), json.readTree(response.body()));
  }
}
