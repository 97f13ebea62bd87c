package io.github.rwsplit.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.route.RouteReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The log has a thread of its own, so that nothing it does or fails to do holds up a statement. */
@ExtendWith(OutputCaptureExtension.class)
class AuditLogTest {

  private static final AuditSettings SETTINGS =
      new AuditSettings(true, AuditSettings.Format.LOGFMT, false, AuditSample.EVERYTHING);

  private final Logger logger = (Logger) LoggerFactory.getLogger(AuditLog.LOGGER);
  private final SlowDisk disk = new SlowDisk();

  /** An appender that can be stopped, and that tells what it wrote. */
  private static final class SlowDisk extends AppenderBase<ILoggingEvent> {

    final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    final CountDownLatch goesOn = new CountDownLatch(1);
    volatile boolean stuck;
    volatile boolean broken;

    @Override
    protected void append(ILoggingEvent event) {
      if (stuck) {
        try {
          goesOn.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      lines.add(event.getFormattedMessage());
    }

    @Override
    public synchronized void doAppend(ILoggingEvent event) {
      if (broken) {
        throw new IllegalStateException("the disk is full");
      }
      super.doAppend(event);
    }
  }

  @BeforeEach
  void listen() {
    disk.setContext(logger.getLoggerContext());
    disk.start();
    logger.addAppender(disk);
  }

  @AfterEach
  void stop() {
    disk.goesOn.countDown();
    logger.detachAppender(disk);
  }

  static StatementEvent event(String decision, String statement, ConsistencyLevel level) {
    return new StatementEvent(
        Instant.EPOCH,
        decision,
        statement,
        "SELECT",
        level,
        "online",
        RouteReason.EVENTUAL_REPLICA,
        "replica-1",
        "replica-1",
        "uuid-1",
        NodeRole.REPLICA,
        12L,
        null,
        "none",
        null,
        1,
        20L,
        830,
        90L,
        StatementEvent.Outcome.OK,
        null,
        null,
        null);
  }

  private static StatementEvent event(int number) {
    return event("%016x".formatted(number), "m.s" + number, ConsistencyLevel.EVENTUAL);
  }

  @Test
  void onStatement_manyEvents_areWrittenInOrderByAnotherThread() {
    try (AuditLog log = AuditLog.start(SETTINGS)) {
      for (int i = 0; i < 1_000; i++) {
        log.onStatement(event(i));
      }
      await().until(() -> disk.lines.size() == 1_000);
      assertThat(disk.lines.get(999)).contains("statement=m.s999 ");
      assertThat(disk.lines.get(7)).contains("statement=m.s7 ");
      assertThat(log.dropped()).isZero();
    }
  }

  @Test
  void close_whatIsWaiting_isWritten() {
    AuditLog log = AuditLog.start(SETTINGS);
    for (int i = 0; i < 1_000; i++) {
      log.onStatement(event(i));
    }
    log.close();

    assertThat(disk.lines).hasSize(1_000);
    assertThat(log.dropped()).isZero();
  }

  @Test
  void onStatement_afterTheEnd_countsAsDropped() {
    AuditLog log = AuditLog.start(SETTINGS);
    log.close();
    log.onStatement(event(1));
    log.close();

    assertThat(disk.lines).isEmpty();
    assertThat(log.dropped()).isOne();
  }

  @Test
  void onStatement_theDiskIsStuck_dropsAndCountsAndSaysSo(CapturedOutput output) {
    disk.stuck = true;
    AuditLog log = AuditLog.start(SETTINGS, 8);
    log.onStatement(event(0));
    // one is in the appender's hands, eight wait
    await()
        .until(
            () -> {
              log.onStatement(event(1));
              return log.dropped() > 0;
            });
    long dropped = log.dropped();
    log.onStatement(event(2));
    assertThat(log.dropped()).isEqualTo(dropped + 1);

    disk.goesOn.countDown();
    await().until(() -> disk.lines.size() == 9);
    log.close();
    assertThat(output).contains((dropped + 1) + " audit lines were dropped, for the logger");
  }

  @Test
  void close_theDiskIsStuck_endsAllTheSameAndCountsWhatIsLeft(CapturedOutput output) {
    disk.stuck = true;
    AuditLog log = AuditLog.start(SETTINGS, 8);
    for (int i = 0; i < 4; i++) {
      log.onStatement(event(i));
    }
    log.close(Duration.ofMillis(50));

    assertThat(log.dropped()).isBetween(3L, 4L);
    assertThat(output).contains("audit lines were dropped at the end");
  }

  @Test
  void onStatement_theAppenderFails_goesOnWithTheNext(CapturedOutput output) {
    disk.broken = true;
    try (AuditLog log = AuditLog.start(SETTINGS)) {
      log.onStatement(event(1));
      await().until(() -> log.dropped() == 1);
      disk.broken = false;
      log.onStatement(event(2));
      await().until(() -> disk.lines.size() == 1);
    }
    assertThat(output).contains("An audit line could not be written");
  }

  @Test
  void audit_nobodyListens_isOff() {
    AuditSettings none =
        new AuditSettings(false, AuditSettings.Format.LOGFMT, true, AuditSample.EVERYTHING);
    try (Audit audit = Audit.of(none, List.of())) {
      assertThat(audit.on()).isFalse();
      assertThat(audit.showsSql()).isFalse();
      assertThat(audit.dropped()).isZero();

      StatementCounts counts = new StatementCounts();
      audit.listen(counts);
      assertThat(audit.on()).isTrue();
      audit.tell(event(1));
      assertThat(counts.byReason()).isEqualTo(Map.of(RouteReason.EVENTUAL_REPLICA, 1L));
      assertThat(counts.count(RouteReason.EVENTUAL_REPLICA, NodeRole.REPLICA)).isOne();
      assertThat(counts.count(RouteReason.EVENTUAL_REPLICA, NodeRole.PRIMARY)).isZero();
    }
  }

  @Test
  void audit_aListenerThrows_theOthersAreToldAndItIsReported(CapturedOutput output) {
    List<StatementEvent> told = new ArrayList<>();
    StatementListener broken =
        event -> {
          throw new IllegalStateException("mine");
        };
    try (Audit audit =
        Audit.of(
            new AuditSettings(false, AuditSettings.Format.LOGFMT, false, AuditSample.EVERYTHING),
            List.of(broken, told::add))) {
      audit.tell(event(1));
    }
    assertThat(told).hasSize(1);
    assertThat(output).contains("A statement listener of class").contains("mine");
  }
}
