package io.github.rwsplit.demo.servers;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;

/** Says on the console that the service is ready and how to try it. */
public final class WalkThrough implements ApplicationListener<ApplicationReadyEvent> {

  private final PrintStream out;

  /** On the standard output, which scripts wait for. */
  public WalkThrough() {
    this(System.out);
  }

  WalkThrough(PrintStream out) {
    this.out = out;
  }

  @Override
  public void onApplicationEvent(ApplicationReadyEvent event) {
    Environment environment = event.getApplicationContext().getEnvironment();
    String base = "http://127.0.0.1:" + environment.getRequiredProperty("local.server.port");
    long window =
        environment
            .getProperty("rwsplit.session.window", Duration.class, Duration.ofSeconds(5))
            .toSeconds();
    Path logs = Path.of(environment.getProperty("demo.logs", "target/logs")).toAbsolutePath();
    // One write, so that no log line gets between.
    out.print(text(base, window, logs.resolve("audit.log")));
    out.flush();
  }

  // No comments among the commands: a pasted "#" is an error in an interactive zsh.
  static String text(String base, long window, Path audit) {
    return """
        demo-order-service is ready at %1$s

        Try it: paste this into another terminal. The header X-User is the session.

          json='Content-Type: application/json'; user='X-User: 1'
          order=$(curl -s -H "$user" -H "$json" -d '{"userId":1,"skuId":1,"quantity":1}' %1$s/orders)
          echo "$order"; id=$(echo "$order" | tr -cd 0-9)
          curl -s -H "$user" -w '\\n' %1$s/orders/$id/status
          curl -s -H 'X-User: 2' -w '\\n' '%1$s/users/1/orders?page=1&size=3'
          curl -s -H "$user" -w '\\n' %1$s/reports/sales
          sleep %2$d
          curl -s -H "$user" -w '\\n' %1$s/orders/$id/status

        Where each statement ran, line by line in this order: %3$s

          the order           primary            WRITE; its reads TX_READ_WRITE: all in one transaction
          its status at once  primary            SESSION_MARKER: this session has just written
          the list            online replica     EVENTUAL_REPLICA: count and page on one, one decision
          the report          reporting replica  EVENTUAL_REPLICA: the group of reports
          its status later    online replica     SESSION_REPLICA: the window of %4$d s is over

        The list was read as user 2. Within the window user 1 reads it from the primary, because
        EVENTUAL reads of the online group follow their session's writes too.

        More: %1$s/catalog, %1$s/orders/1, POST %1$s/orders/$id/cancel. Ctrl-C ends it.
        """
        .formatted(base, window + 1, audit, window);
  }
}
