package io.github.rwsplit.demo.servers;

import static java.net.http.HttpResponse.BodyHandlers.discarding;
import static java.net.http.HttpResponse.BodyHandlers.ofLines;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.demo.DemoProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A JVM of its own, because what is tested is the order of its shutdown hooks. */
class EndOfDemoTest {

  @Test
  void sigterm_whileItServes_endsWithoutFailuresWarningsOrServersLeft() throws Exception {
    try (DemoProcess demo = DemoProcess.start()) {
      String url = demo.url();
      List<ProcessHandle> servers = demo.children();
      CountDownLatch serving = new CountDownLatch(1);
      CompletableFuture<List<Integer>> statuses =
          CompletableFuture.supplyAsync(() -> readUntilGone(url, serving));
      assertThat(serving.await(60, TimeUnit.SECONDS)).isTrue();
      // a page that is open never ends its request by itself
      var page = HttpClient.newHttpClient().sendAsync(get(url + "/page/events"), ofLines());
      assertThat(page.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);

      assertThat(demo.terminate())
          .noneMatch(line -> line.matches(".*(WARN|ERROR|Exception|aborted).*"));

      assertThat(statuses.get(60, TimeUnit.SECONDS)).allMatch(status -> status == 200);
      assertThat(servers).hasSizeGreaterThanOrEqualTo(4).noneMatch(ProcessHandle::isAlive);
    }
  }

  private static HttpRequest get(String url) {
    return HttpRequest.newBuilder(URI.create(url)).build();
  }

  /** Reads from primary and replicas in turn until nobody accepts connections any more. */
  private static List<Integer> readUntilGone(String url, CountDownLatch serving) {
    HttpClient client = HttpClient.newHttpClient();
    List<Integer> statuses = new ArrayList<>();
    try {
      while (true) {
        for (String path : List.of("/orders/1", "/users/1/orders", "/reports/sales")) {
          HttpResponse<Void> response = client.send(get(url + path), discarding());
          statuses.add(response.statusCode());
        }
        serving.countDown();
      }
    } catch (IOException gone) {
      return statuses;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return statuses;
    }
  }
}
