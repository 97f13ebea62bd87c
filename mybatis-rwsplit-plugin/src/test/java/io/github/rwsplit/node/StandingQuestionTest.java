package io.github.rwsplit.node;

import static io.github.rwsplit.node.ReplicaReport.Verdict.NO;
import static io.github.rwsplit.node.ReplicaReport.Verdict.UNKNOWN;
import static io.github.rwsplit.node.ReplicaReport.Verdict.YES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rwsplit.node.ReplicaReport.Verdict;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StandingQuestionTest {

  private static final String STATUS = "SHOW GLOBAL STATUS";
  private static final String VARIABLES = "SHOW GLOBAL VARIABLES";
  private static final String READ_ONLY = "SELECT @@global.read_only";
  private final SQLException syntax = new SQLException("syntax", "42000", 1064);
  private final SQLException denied = new SQLException("denied", "42000", 1227);

  private final ScriptedServer server = new ScriptedServer();
  private long now;
  private final StandingQuestion ofPrimary = new StandingQuestion(true, () -> now);
  private final StandingQuestion ofReplica = new StandingQuestion(false, () -> now);

  @ParameterizedTest
  @CsvSource({
    "source, ON,  ON,  ACTIVE",
    "source, OFF, ON,  FALLEN_BACK",
    "source, OFF, OFF, NOT_USED",
    "master, ON,  ON,  ACTIVE",
    "master, OFF, ON,  FALLEN_BACK",
  })
  void primary_semiSync_isToldInTheWordsOfOldAndNew(
      String word, String works, String wanted, SemiSync expected) throws Exception {
    server
        .values(
            STATUS,
            Map.of(
                "Rpl_semi_sync_" + word + "_status", works, "Rpl_semi_sync_replica_status", "OFF"))
        .values(
            VARIABLES,
            Map.of(
                "rpl_semi_sync_" + word + "_enabled",
                wanted,
                "rpl_semi_sync_replica_enabled",
                "ON"));
    assertThat(semiSync()).isEqualTo(expected);
  }

  @Test
  void primary_withoutThePlugin_doesNotApply() throws Exception {
    server.values(STATUS, Map.of());
    assertThat(semiSync()).isEqualTo(SemiSync.NOT_USED);
    assertThat(server.asked).hasSize(1);
  }

  @Test
  void primary_questionIsRefused_isUnknownAndLeftAloneForHalfAMinute() throws Exception {
    server.refuses(STATUS, denied);
    assertThat(semiSync()).isEqualTo(SemiSync.UNKNOWN);
    after(Duration.ofSeconds(29));
    assertThat(semiSync()).isEqualTo(SemiSync.UNKNOWN);
    assertThat(server.asked).hasSize(1);
    after(Duration.ofSeconds(2));
    assertThat(semiSync()).isEqualTo(SemiSync.UNKNOWN);
    assertThat(server.asked).hasSize(2);
  }

  @Test
  void primary_isAskedOnceASecond() throws Exception {
    server.values(STATUS, Map.of());
    for (int i = 0; i < 100; i++) {
      semiSync();
      after(Duration.ofMillis(25));
    }
    assertThat(server.asked).hasSize(3);
  }

  @Test
  void replica_before8022_isToldInTheOldWords() throws Exception {
    writable(false, true);
    server
        .refuses("SHOW REPLICA STATUS", syntax)
        .row(
            "SHOW SLAVE STATUS",
            List.of(
                "Master_UUID",
                "Master_Host",
                "Master_Port",
                "Slave_IO_Running",
                "Slave_SQL_Running",
                "Last_IO_Error",
                "Last_SQL_Error"),
            List.of("AB-1", "db", "3306", "Connecting", "Yes", "gone", ""));
    assertThat(replica().sources())
        .containsExactly(new Standing.Source("ab-1", "db:3306", "Connecting", "Yes", "gone", ""));
  }

  @Test
  void replica_accountMaySeeNothing_isUnknownAndAskedAgainAfterHalfAMinute() throws Exception {
    writable(false, true);
    server
        .refuses("SHOW REPLICA STATUS", denied)
        .refuses("SELECT s.SOURCE_UUID", new SQLException("no", "42000", 1142));
    assertThat(replica().sources()).isNull();
    assertThat(replica().hidden()).contains("REPLICATION CLIENT");
    after(Duration.ofSeconds(10));
    assertThat(replica().sources()).isNull();
    assertThat(server.asked).filteredOn("SHOW REPLICA STATUS"::equals).hasSize(1);
    after(Duration.ofSeconds(21));
    replica();
    assertThat(server.asked).filteredOn("SHOW REPLICA STATUS"::equals).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 0 | GRANT ALL PRIVILEGES ON `shop`.* TO `app`@`%` | YES",
        "0 | 0 | GRANT SELECT ON `shop`.* TO `app`@`%` | NO",
        "0 | 0 | GRANT SELECT, EXECUTE ON `shop`.* TO `app`@`%` | YES",
        "0 | 0 | GRANT USAGE ON *.* TO 'app'@'%' IDENTIFIED BY PASSWORD 'INSERT' | NO",
        "1 | 0 | GRANT ALL PRIVILEGES ON `shop`.* TO `app`@`%` | NO",
        "1 | 0 | GRANT ALL PRIVILEGES ON *.* TO `app`@`%` | YES",
        "1 | 0 | GRANT SELECT, INSERT, SUPER ON *.* TO `app`@`%` | YES",
        "1 | 0 | GRANT CONNECTION_ADMIN ON *.* TO `app`@`%` | YES",
        "1 | 1 | GRANT ALL PRIVILEGES ON *.* TO `app`@`%` | NO",
      })
  void replica_writing_isJudgedByTheServerAndTheAccount(
      String readOnly, String superReadOnly, String grant, Verdict expected) throws Exception {
    server
        .row(
            READ_ONLY,
            List.of("a", "b", "c"),
            List.of(readOnly.strip(), superReadOnly.strip(), "0"))
        .lines("SELECT CURRENT_ROLE()", "NONE")
        .lines("SHOW GRANTS", grant)
        .lines("SHOW REPLICA STATUS");
    assertThat(replica().writing().verdict()).isEqualTo(expected);
  }

  @Test
  void replica_privilegeOfARole_counts() throws Exception {
    server
        .row(READ_ONLY, List.of("a", "b", "c"), List.of("1", "0", "0"))
        .lines("SELECT CURRENT_ROLE()", "`ops`@`%`")
        .lines(
            "SHOW GRANTS FOR CURRENT_USER() USING `ops`@`%`",
            "GRANT CONNECTION_ADMIN ON *.* TO `app`@`%`")
        .lines("SHOW GRANTS", "GRANT SELECT ON `shop`.* TO `app`@`%`")
        .lines("SHOW REPLICA STATUS");
    assertThat(replica().writing().verdict()).isEqualTo(YES);
  }

  @Test
  void replica_grantsAreHidden_isUnknownWhereTheyDecide() throws Exception {
    server
        .row(READ_ONLY, List.of("a", "b", "c"), List.of("1", "0", "0"))
        .refuses("SHOW GRANTS", denied)
        .lines("SHOW REPLICA STATUS");
    assertThat(replica().writing().verdict()).isEqualTo(UNKNOWN);
  }

  @Test
  void replica_sharesItsFilesWithTheWriter_isReadOnly() throws Exception {
    server
        .row(READ_ONLY, List.of("a", "b", "c"), List.of("0", "0", "1"))
        .lines("SHOW REPLICA STATUS");
    assertThat(replica().writing().verdict()).isEqualTo(NO);
    assertThat(replica().sharesStorage()).isTrue();
  }

  @Test
  void replica_connectionOfThePool_isAskedWhetherItIsReadOnly() throws Exception {
    writable(true, false);
    server.lines("SHOW REPLICA STATUS").lines("SELECT @@session.transaction_read_only", "1");
    assertThat(((Standing.OfReplica) ofReplica.ask(server.connection(), null)).guarded()).isTrue();
  }

  @Test
  void replica_connectionIsLost_failsAndIsLeftAloneAfterwards() {
    server.refuses(READ_ONLY, NodeFixtures.lost());
    assertThatThrownBy(() -> ofReplica.ask(server.connection(), true))
        .isInstanceOf(SQLException.class);
    Standing nothing = ofReplica.failed(NodeFixtures.lost());
    after(Duration.ofSeconds(20));
    assertThat(nothing)
        .isInstanceOfSatisfying(
            Standing.OfReplica.class, told -> assertThat(told.sources()).isNull());
    assertThat(server.asked).hasSize(1);
  }

  private void writable(boolean writable, boolean superReadOnly) {
    server
        .row(
            READ_ONLY,
            List.of("a", "b", "c"),
            List.of(writable ? "0" : "1", superReadOnly ? "1" : "0", "0"))
        .lines("SELECT CURRENT_ROLE()", "NONE")
        .lines("SHOW GRANTS", "GRANT ALL PRIVILEGES ON `shop`.* TO `app`@`%`");
  }

  private void after(Duration time) {
    now += time.toNanos();
  }

  private SemiSync semiSync() throws SQLException {
    return ((Standing.OfPrimary) ofPrimary.ask(server.connection(), true)).semiSync();
  }

  private Standing.OfReplica replica() throws SQLException {
    return Objects.requireNonNull(
        (Standing.OfReplica) ofReplica.ask(server.connection(), Boolean.TRUE));
  }
}
