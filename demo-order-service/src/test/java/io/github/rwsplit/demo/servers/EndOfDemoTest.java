package io.github.rwsplit.demo.servers;

import static java.net.http.HttpResponse.BodyHandlers.discarding;
import static java.net.http.HttpResponse.BodyHandlers.ofLines;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.demo.DemoOrderService;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A JVM of its own, because what is tested is the order of its shutdown hooks. */
class EndOfDemoTest {

  private static final String READY = "demo-order-service is ready at ";
  private static final int TERMINATED = 128 + 15;

  @Test
  void sigterm_whileItServes_endsWithoutFailuresWarningsOrServersLeft() throws Exception {
    Process demo = start();
    try (BufferedReader console = demo.inputReader(StandardCharsets.UTF_8)) {
      String url = awaitReady(console);
      List<ProcessHandle> servers = demo.descendants().toList();
      CountDownLatch serving = new CountDownLatch(1);
      CompletableFuture<List<Integer>> statuses =
          CompletableFuture.supplyAsync(() -> readUntilGone(url, serving));
      assertThat(serving.await(60, TimeUnit.SECONDS)).isTrue();
      // a page that is open never ends its request by itself
      var page = HttpClient.newHttpClient().sendAsync(get(url + "/page/events"), ofLines());
      assertThat(page.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);

      // Process.destroy() would also close the console, whose last lines are to be read.
      demo.toHandle().destroy();

      List<String> lastWords = console.lines().toList();
      assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(demo.exitValue()).isEqualTo(TERMINATED);
      assertThat(lastWords).noneMatch(line -> line.matches(".*(WARN|ERROR|Exception|aborted).*"));
      assertThat(statuses.get(60, TimeUnit.SECONDS)).allMatch(status -> status == 200);
      assertThat(servers).hasSizeGreaterThanOrEqualTo(4).noneMatch(ProcessHandle::isAlive);
    } finally {
      demo.destroyForcibly();
    }
  }

  private static Process start() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            DemoOrderService.class.getName(),
            "--server.port=0",
            "--demo.orders=500",
            "--demo.logs=target/end-logs")
        .redirectErrorStream(true)
        .start();
  }

  private static String awaitReady(BufferedReader console) throws IOException {
    List<String> said = new ArrayList<>();
    for (String line = console.readLine(); line != null; line = console.readLine()) {
      if (line.startsWith(READY)) {
        return line.substring(READY.length());
      }
      said.add(line);
    }
    throw new AssertionError("The demo must say that it is ready, but said " + said);
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
