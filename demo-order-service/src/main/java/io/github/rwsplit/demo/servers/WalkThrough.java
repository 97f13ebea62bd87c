package io.github.rwsplit.demo.servers;

import java.io.PrintStream;
import java.nio.file.Path;
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
    Path logs = Path.of(environment.getProperty("demo.logs", "target/logs")).toAbsolutePath();
    // One write, so that no log line gets between.
    out.print(text(base, logs.resolve("audit.log")));
    out.flush();
  }

  // No comments among the commands: a pasted "#" is an error in an interactive zsh.
  static String text(String base, Path audit) {
    return """
        demo-order-service is ready at %1$s

        Watch it: open %1$s/ in a browser. It shows live where statements run, and why; makes a load
        that checks what it reads; and lets you break and mend the servers.

        Try it: paste this into another terminal. The header X-User is the session.

          json='Content-Type: application/json'; user='X-User: 1'
          order=$(curl -s -H "$user" -H "$json" -d '{"userId":1,"skuId":1,"quantity":1}' %1$s/orders)
          echo "$order"; id=$(echo "$order" | tr -cd 0-9)
          curl -s -H "$user" -w '\\n' %1$s/orders/$id/status
          curl -s -H 'X-User: 2' -w '\\n' '%1$s/users/1/orders?page=1&size=3'
          curl -s -H "$user" -w '\\n' %1$s/reports/sales

        Where each statement ran, line by line in this order: %2$s

          the order           primary            WRITE; its reads TX_READ_WRITE: all in one transaction
          its status at once  online replica     SESSION_REPLICA: proved to have what this session wrote;
                              or the primary     SESSION_MARKER: no replica had it within 20 ms
          the list            online replica     EVENTUAL_REPLICA: count and page on one, one decision
          the report          reporting replica  EVENTUAL_REPLICA: the group of reports

        A write sends nobody to the primary for seconds: a replica serves its session as soon as it has
        the session's position, which the driver hears in the answer to the commit.

        More: %1$s/catalog, %1$s/orders/1, POST %1$s/orders/$id/cancel. Ctrl-C ends it.
        """
        .formatted(base, audit);
  }
}
