package io.github.rwsplit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.RwSplit;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.web.context.request.async.StandardServletAsyncWebRequest;
import org.springframework.web.context.request.async.WebAsyncManager;
import org.springframework.web.context.request.async.WebAsyncUtils;

/** In a container the token leaves with the headers, however the response is written. */
class TokenBeforeCommitTest {

  private static final int MORE_THAN_THE_BUFFER = 20_000;
  private static final Map<String, Page> PAGES = new LinkedHashMap<>();

  private static WebRequests web;
  private static Tomcat tomcat;

  /** What a servlet does after it has written to the database. */
  @FunctionalInterface
  private interface Page {
    void show(HttpServletRequest request, HttpServletResponse response) throws Exception;
  }

  static {
    PAGES.put("nothing", (request, response) -> {});
    PAGES.put("a few characters", (request, response) -> response.getWriter().println("done"));
    PAGES.put(
        "a flushed writer",
        (request, response) -> {
          response.getWriter().print("done");
          response.getWriter().flush();
        });
    PAGES.put("a flushed buffer", (request, response) -> response.flushBuffer());
    PAGES.put("a closed writer", (request, response) -> response.getWriter().close());
    PAGES.put("a closed stream", (request, response) -> response.getOutputStream().close());
    PAGES.put(
        "a flushed stream",
        (request, response) -> {
          response.getOutputStream().print("done");
          response.getOutputStream().flush();
        });
    PAGES.put(
        "a long text of wide characters",
        (request, response) -> {
          response.setCharacterEncoding("UTF-8");
          PrintWriter writer = response.getWriter();
          for (int i = 0; i < MORE_THAN_THE_BUFFER; i++) {
            writer.append("\u4e2d");
          }
        });
    PAGES.put(
        "many bytes",
        (request, response) -> {
          OutputStream stream = response.getOutputStream();
          for (int i = 0; i < MORE_THAN_THE_BUFFER; i++) {
            stream.write('x');
          }
        });
    PAGES.put(
        "one large array",
        (request, response) -> response.getOutputStream().write(new byte[MORE_THAN_THE_BUFFER]));
    PAGES.put(
        "all that was announced",
        (request, response) -> {
          response.setContentLength(4);
          response.getOutputStream().write("done".getBytes(StandardCharsets.US_ASCII));
        });
    PAGES.put("a redirect", (request, response) -> response.sendRedirect("/elsewhere"));
    PAGES.put("an error", (request, response) -> response.sendError(409, "taken"));
    PAGES.put(
        "an exception",
        (request, response) -> {
          throw new IllegalStateException("planned");
        });
    PAGES.put(
        "an answer of another thread",
        (request, response) -> {
          AsyncContext async = request.startAsync(request, response);
          async.start(
              RwSplit.snapshot()
                  .wrap(
                      () -> {
                        web.write();
                        answer(async);
                      }));
        });
    PAGES.put(
        "a Callable of Spring MVC",
        (request, response) -> {
          WebAsyncManager manager = WebAsyncUtils.getAsyncManager(request);
          if (manager.hasConcurrentResult()) {
            response.getWriter().print(manager.getConcurrentResult());
            return;
          }
          manager.setAsyncWebRequest(new StandardServletAsyncWebRequest(request, response));
          Callable<String> later =
              () -> {
                web.write();
                return "done";
              };
          manager.startCallableProcessing(later);
        });
  }

  private static void answer(AsyncContext async) {
    try {
      async.getResponse().getWriter().print("done");
      async.getResponse().flushBuffer();
    } catch (IOException e) {
      throw new AssertionError(e);
    } finally {
      async.complete();
    }
  }

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    web = WebRequests.withTokens();
    tomcat = new Tomcat();
    tomcat.setBaseDir(folder.toString());
    tomcat.setPort(0);
    tomcat.setSilent(true);
    Context context = tomcat.addContext("", folder.toString());
    FilterDef filter = new FilterDef();
    filter.setFilterName("filter");
    filter.setFilter(web.filter());
    filter.setAsyncSupported("true");
    context.addFilterDef(filter);
    FilterMap map = new FilterMap();
    map.setFilterName("filter");
    map.addURLPattern("/*");
    for (DispatcherType type : DispatcherType.values()) {
      map.setDispatcher(type.name());
    }
    context.addFilterMap(map);
    ErrorPage page = new ErrorPage();
    page.setLocation("/nothing-but-an-error");
    context.addErrorPage(page);
    int number = 0;
    for (Map.Entry<String, Page> shown : PAGES.entrySet()) {
      add(context, "page" + number++, shown.getValue());
    }
    Tomcat.addServlet(
            context,
            "error",
            new HttpServlet() {
              @Override
              protected void service(HttpServletRequest request, HttpServletResponse response)
                  throws IOException {
                response.getWriter().print("sorry");
              }
            })
        .addMapping("/nothing-but-an-error");
    tomcat.start();
    tomcat.getConnector();
  }

  private static void add(Context context, String name, Page page) {
    Wrapper servlet =
        Tomcat.addServlet(
            context,
            name,
            new HttpServlet() {
              @Override
              protected void service(HttpServletRequest request, HttpServletResponse response)
                  throws IOException {
                try {
                  if (request.getDispatcherType() == DispatcherType.REQUEST) {
                    web.write();
                  }
                  page.show(request, response);
                } catch (IOException | RuntimeException e) {
                  throw e;
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              }
            });
    servlet.setAsyncSupported(true);
    servlet.addMapping("/" + name);
  }

  @AfterAll
  static void stop() throws Exception {
    tomcat.stop();
    tomcat.destroy();
    web.close();
  }

  static Stream<String> pages() {
    return PAGES.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void response_withAnyBody_hasItsToken(String page) throws Exception {
    int number = List.copyOf(PAGES.keySet()).indexOf(page);
    URI address =
        URI.create("http://localhost:" + tomcat.getConnector().getLocalPort() + "/page" + number);
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(address).build(),
                HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));

    String token = response.headers().firstValue("rwsplit-token").orElseThrow();
    assertThat(web.age("nobody", token)).isNotNull();
    assertThat(response.headers().allValues("set-cookie"))
        .anyMatch(cookie -> cookie.startsWith("rwsplit-token=" + token))
        .allMatch(cookie -> cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"));
  }
}
