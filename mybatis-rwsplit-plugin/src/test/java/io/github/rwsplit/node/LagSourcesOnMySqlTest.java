package io.github.rwsplit.node;

import static io.github.rwsplit.node.LaggingReplica.awaitNotServed;
import static io.github.rwsplit.node.LaggingReplica.awaitServed;
import static io.github.rwsplit.node.LaggingReplica.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.Connection;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ScheduledFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The sources of lag for servers without GTIDs, asked of real servers. */
@WithMySqlCluster(replicas = 2)
@ExtendWith(OutputCaptureExtension.class)
class LagSourcesOnMySqlTest {

  private static final String TABLE =
      "create table heartbeat (ts varchar(26) not null, server_id int unsigned primary key)";
  private static final Duration LIMIT = Duration.ofSeconds(3);

  private MySqlCluster servers;
  private MySqlNode replica;
  private LaggingReplica lagging;

  @BeforeEach
  void open(MySqlCluster cluster) {
    servers = cluster;
    lagging = new LaggingReplica(cluster);
    replica = lagging.server();
  }

  @AfterEach
  void close() {
    lagging.run("drop table if exists heartbeat");
    lagging.close();
    servers.awaitReplication();
  }

  @Test
  void heartbeatTable_stoppedApplierAndStoppedWriter_bothAreLate(CapturedOutput output) {
    ScheduledFuture<?> beats = beat();
    try (Nodes nodes = started(LagSettings.Source.HEARTBEAT_TABLE)) {
      assertThat(output.getOut()).contains("is told by heartbeat-table");
      replica.stopApplier();
      try {
        awaitNotServed(nodes);
        assertThat(Objects.requireNonNull(node(nodes).lagMillis())).isGreaterThan(3_000);
      } finally {
        replica.startApplier();
      }
      awaitServed(nodes);
      beats.cancel(true);
      awaitNotServed(nodes);
    }
  }

  @Test
  void secondsBehind_stoppedReceiverOrApplier_isUnknownAndNotServed(CapturedOutput output) {
    grant("GRANT REPLICATION CLIENT ON *.* TO ");
    try (Nodes nodes = started(LagSettings.Source.SECONDS_BEHIND)) {
      assertThat(Objects.requireNonNull(node(nodes).lagMillis())).isBetween(1_000L, 3_000L);
      assertThat(output.getOut()).contains("is told by seconds-behind");
      replica.stopReceiver();
      awaitNotServed(nodes);
      assertThat(node(nodes).lagMillis()).isNull();
      replica.startReceiver();
      awaitServed(nodes);
      replica.stopApplier();
      awaitNotServed(nodes);
      assertThat(node(nodes).lagMillis()).isNull();
    } finally {
      replica.execute("START REPLICA");
      grant("REVOKE REPLICATION CLIENT ON *.* FROM ");
    }
  }

  @Test
  void secondsBehind_accountMayNotAsk_saysWhatItNeedsAndServesOn(CapturedOutput output) {
    try (Nodes nodes = started(LagSettings.Source.SECONDS_BEHIND)) {
      assertThat(node(nodes).lagMillis()).isNull();
      assertThat(output.getOut())
          .containsOnlyOnce("Nothing tells the lag of replica r1")
          .contains("which needs the privilege REPLICATION CLIENT", "1227/42000");
    }
  }

  @Test
  void auto_serverWithoutGtids_takesTheTableThenTheSecondsThenNothing() throws Exception {
    Heartbeats heartbeats = new Heartbeats();
    try (Connection ofPrimary = servers.primary().connect();
        Connection ofReplica = replica.connect()) {
      assertThat(auto(false, heartbeats).ask(ofReplica, true)).as("it has GTIDs").isNull();
      assertThat(auto(false, heartbeats).ask(ofReplica, false))
          .isInstanceOfSatisfying(
              LagReading.None.class,
              none ->
                  assertThat(none.why())
                      .contains("the primary shows no row", "and SHOW REPLICA STATUS"));
      assertThat(auto(true, heartbeats).ask(ofPrimary, false))
          .isInstanceOfSatisfying(
              LagReading.None.class,
              none ->
                  assertThat(none.why())
                      .startsWith(
                          "none of the tables heartbeat, percona.heartbeat, heartbeat.heartbeat"));

      lagging.run(TABLE);
      lagging.run("insert into heartbeat values ('2026-01-01T00:00:00.001000', @@server_id)");
      servers.awaitReplication();
      LagReading seen = auto(true, heartbeats).ask(ofPrimary, false);
      assertThat(seen).isInstanceOf(LagReading.Beat.class);
      heartbeats.primaryShowed((LagReading.Beat) Objects.requireNonNull(seen));
      assertThat(auto(false, heartbeats).ask(ofReplica, false))
          .isInstanceOfSatisfying(
              LagReading.Beat.class,
              beat -> assertThat(beat.beat()).isEqualTo("2026-01-01T00:00:00.001000"));
    }
    grant("GRANT REPLICATION CLIENT ON *.* TO ");
    try (Connection ofReplica = replica.connect()) {
      assertThat(auto(false, new Heartbeats()).ask(ofReplica, false))
          .isInstanceOfSatisfying(
              LagReading.Seconds.class,
              told -> assertThat(told.seconds()).isNotNull().isLessThan(60));
    } finally {
      grant("REVOKE REPLICATION CLIENT ON *.* FROM ");
    }
  }

  private static LagQuestion auto(boolean ofPrimary, Heartbeats heartbeats) {
    return new LagQuestion(LagSettings.Source.AUTO, ofPrimary, heartbeats, System::nanoTime);
  }

  /** As pt-heartbeat does, more often. */
  private ScheduledFuture<?> beat() {
    String beat =
        "replace into heartbeat values"
            + " (date_format(now(6), '%Y-%m-%dT%H:%i:%s.%f'), @@server_id)";
    lagging.run(TABLE);
    lagging.run(beat);
    servers.awaitReplication();
    return lagging.runEach(100, beat);
  }

  private void grant(String words) {
    servers.primary().execute(words + "'" + servers.primary().user() + "'@'%'");
    servers.awaitReplication();
  }

  private Nodes started(LagSettings.Source source) {
    return lagging.start(
        new LagLimits(LIMIT, LIMIT, LIMIT), new LagSettings(source, Duration.ofMillis(25), false));
  }
}
