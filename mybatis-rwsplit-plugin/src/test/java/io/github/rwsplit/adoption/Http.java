package io.github.rwsplit.adoption;

import com.jayway.jsonpath.JsonPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;

/** An application as it is seen from outside. */
public final class Http {

  private final HttpClient client = HttpClient.newHttpClient();
  private final String address;

  public Http(ConfigurableApplicationContext application) {
    String port = application.getEnvironment().getProperty("local.server.port");
    this.address = "http://127.0.0.1:" + Objects.requireNonNull(port);
  }

  /** What came back. */
  public record Answer(int status, String body) {

    public <T> T at(String path) {
      return JsonPath.read(body, path);
    }
  }

  public Answer get(String path) {
    return send(path, "GET", null);
  }

  public Answer delete(String path) {
    return send(path, "DELETE", null);
  }

  /** Posts JSON, in which quotes may be single ones. */
  public Answer post(String path, String json) {
    return send(path, "POST", json.replace('\'', '"'));
  }

  private Answer send(String path, String method, @Nullable String body) {
    HttpRequest.BodyPublisher content =
        body == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(body);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + path))
            .method(method, content)
            .header("Content-Type", "application/json")
            .build();
    try {
      HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
