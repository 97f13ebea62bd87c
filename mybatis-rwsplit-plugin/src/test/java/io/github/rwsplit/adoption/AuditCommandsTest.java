package io.github.rwsplit.adoption;

import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import io.github.rwsplit.cli.AuditJar;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContext;

/** The executable jar on logs of a real application on real servers, with a layout around lines. */
@WithMySqlCluster(replicas = 2)
class AuditCommandsTest {

  @TempDir Path folder;
  private final MySqlCluster servers;

  AuditCommandsTest(MySqlCluster servers) {
    this.servers = servers;
  }

  @BeforeEach
  void createItems() throws Exception {
    Application.createItems(servers);
  }

  @Test
  void report_countsWhatTheServersServed() throws Exception {
    Path log =
        logOf(
            "rwsplit.mode=route",
            context -> {
              ItemMapper items = context.getBean(ItemMapper.class);
              for (int i = 0; i < 5; i++) {
                assertThatCall(items::all).ranOn(REPLICA);
              }
              assertThatCall(() -> items.rename(1, "nib")).ranOn(PRIMARY);
            });

    AuditJar.Run run =
        AuditJar.run("report", log.toString(), "--format", "csv", "--fail-on", "violations");
    AuditJar.Run table = AuditJar.run("report", log.toString(), "--zone", "UTC");

    assertThat(run.exitCode()).as(run.err()).isZero();
    long reads = 0;
    for (String row : run.out().lines().filter(line -> line.contains(",replica,")).toList()) {
      assertThat(row).contains("ItemMapper.all,SELECT,EVENTUAL,online,EVENTUAL_REPLICA,replica-");
      reads += Long.parseLong(row.split(",", -1)[7]);
    }
    assertThat(reads).isEqualTo(5);
    assertThat(run.out()).contains("ItemMapper.rename,UPDATE,,,WRITE,primary,primary,1,0,0,");
    assertThat(table.out()).contains("6 statements in 6 lines", "VIOLATIONS: none");
  }

  @Test
  void candidates_ofObserveMode_readsTheLog() throws Exception {
    Path log =
        logOf(
            "rwsplit.mode=observe",
            context -> {
              ItemMapper items = context.getBean(ItemMapper.class);
              assertThatCall(items::all).ranOn(PRIMARY);
              assertThatCall(() -> items.rename(1, "nib")).ranOn(PRIMARY);
            });

    AuditJar.Run run = AuditJar.run("candidates", log.toString());

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains(
            "1 reads and 1 writes in",
            "1 reads outside transactions are declared already: 1 would have gone to");
  }

  private Path logOf(String mode, Consumer<ApplicationContext> work) {
    Path file = folder.resolve("audit.log");
    LoggerContext loggers = (LoggerContext) LoggerFactory.getILoggerFactory();
    PatternLayoutEncoder layout = new PatternLayoutEncoder();
    layout.setContext(loggers);
    layout.setPattern("%d{yyyy-MM-dd HH:mm:ss.SSS} [%thread] %-5level %logger{0} - %msg%n");
    layout.start();
    FileAppender<ILoggingEvent> appender = new FileAppender<>();
    appender.setContext(loggers);
    appender.setFile(file.toString());
    appender.setEncoder(layout);
    appender.start();
    Logger audit = loggers.getLogger("rwsplit.audit");
    audit.addAppender(appender);
    try (var context = Application.on(servers).with(mode).start()) {
      work.accept(context);
    } finally {
      // after the application: lines may be written by a thread of its own
      audit.detachAppender(appender);
      appender.stop();
    }
    return file;
  }
}
