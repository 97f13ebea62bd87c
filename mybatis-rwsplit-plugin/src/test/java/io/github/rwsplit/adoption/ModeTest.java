package io.github.rwsplit.adoption;

import static io.github.rwsplit.route.RouteReason.OBSERVED;
import static io.github.rwsplit.route.RouteReason.SPLITTING_OFF;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContext;

/** {@code rwsplit.mode}: the mapper files parse, and everything stays where it was. */
@WithMySqlCluster(replicas = 2)
class ModeTest {

  private final MySqlCluster servers;

  ModeTest(MySqlCluster servers) {
    this.servers = servers;
  }

  @BeforeEach
  void createItems() throws Exception {
    Application.createItems(servers);
  }

  private static void assertAllOnThePrimary(ApplicationContext context) {
    ItemMapper items = context.getBean(ItemMapper.class);
    assertThatCall(items::all).ranOn(PRIMARY);
    assertThatCall(() -> items.name(1)).ranOn(PRIMARY);
    assertThatCall(() -> items.rename(1, "nib")).ranOn(PRIMARY);
    assertThatCall(() -> context.getBean(ItemService.class).renameInTransaction(1, "cap"))
        .ranOn(PRIMARY);
  }

  @Test
  void off_everythingRunsOnThePrimary_andSaysWhy() {
    try (var context = Application.on(servers).with("rwsplit.mode=off").start()) {
      assertAllOnThePrimary(context);
      assertThatCall(context.getBean(ItemMapper.class)::all).because(SPLITTING_OFF);
    }
  }

  @Test
  void observe_everythingRunsOnThePrimary_andTheAuditNamesTheReplica() {
    try (var context = Application.on(servers).with("rwsplit.mode=observe").start()) {
      assertAllOnThePrimary(context);
      assertThatCall(context.getBean(ItemMapper.class)::all).because(OBSERVED);
      assertThat(auditOf(context.getBean(ItemMapper.class)::all))
          .containsPattern("reason=OBSERVED target=replica-[12] node=primary ");
    }
  }

  @Test
  void noReplica_everythingRunsOnThePrimary() {
    try (var context =
        Application.bare().dataSourceOf(servers.primary(), "spring.datasource").start()) {
      assertAllOnThePrimary(context);
    }
  }

  @Test
  void off_withoutAudit_noServerIsAskedForAnything() {
    servers.clearStatements();
    try (var context =
        Application.on(servers).with("rwsplit.mode=off", "rwsplit.audit.enabled=false").start()) {
      assertThat(servers.nodes()).flatExtracting(MySqlNode::everythingReceived).isEmpty();
      assertAllOnThePrimary(context);
    }
  }

  @Test
  void observe_withoutAnyReplica_everythingRunsOnThePrimary() {
    try (var context =
        Application.bare()
            .dataSourceOf(servers.primary(), "spring.datasource")
            .with("rwsplit.mode=observe")
            .start()) {
      assertAllOnThePrimary(context);
    }
  }

  private static String auditOf(Runnable call) {
    Logger audit = (Logger) LoggerFactory.getLogger("rwsplit.audit");
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    Instant begun = Instant.now();
    audit.addAppender(lines);
    try {
      call.run();
      // written by a thread of its own, as may still be what ran before
      await().untilAsserted(() -> assertThat(since(begun, lines)).hasSize(1));
    } finally {
      audit.detachAppender(lines);
    }
    return since(begun, lines).get(0);
  }

  private static List<String> since(Instant begun, ListAppender<ILoggingEvent> lines) {
    // the appender's own lock
    synchronized (lines) {
      return lines.list.stream()
          .map(ILoggingEvent::getFormattedMessage)
          .filter(line -> Instant.parse(line.split(" ")[1].substring(3)).isAfter(begun))
          .toList();
    }
  }
}
