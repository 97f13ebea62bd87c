package io.github.rwsplit.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a client sees of each fault of a line, and the server does not. */
@WithMySqlCluster(replicas = 1)
class NetworkLineTest {

  private MySqlNode primary;
  private NetworkLine line;

  @BeforeEach
  void lay(MySqlCluster cluster) throws SQLException {
    cluster.reset();
    primary = cluster.primary();
    try (Connection connection = primary.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create table line_t (id int primary key)");
    }
    line = NetworkLine.to(primary);
  }

  @AfterEach
  void close() {
    line.close();
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(
        line.through(primary.jdbcUrl()) + "&socketTimeout=500", primary.user(), primary.password());
  }

  private static String server(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select @@server_uuid")) {
      row.next();
      return row.getString(1);
    }
  }

  private void assertWorks() throws SQLException {
    try (Connection connection = connect()) {
      assertThat(server(connection)).isEqualTo(primary.serverUuid());
    }
  }

  @Test
  void silence_isSeenByATimeOutOnly_andEndsConnectionsThatLostSomething() throws Exception {
    try (Connection connection = connect()) {
      line.silence();
      assertThatThrownBy(() -> server(connection)).hasRootCauseMessage("Read timed out");
      line.restore();
      assertWorks();
    }
  }

  @Test
  void restore_tellsTheServerOfAClientThatLeftInSilence() throws Exception {
    Connection connection = connect();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("insert into line_t values (2)");
    }
    line.silence();
    connection.abort(Runnable::run);
    line.restore();

    try (Connection other = primary.connect();
        Statement statement = other.createStatement()) {
      // waits for the lock of the one that left, which goes with its transaction
      statement.execute("set innodb_lock_wait_timeout = 30");
      assertThat(statement.executeUpdate("insert into line_t values (2)")).isEqualTo(1);
    }
  }

  @Test
  void refuse_resetsWhatIsThereAndWhatComes_untilRestored() throws Exception {
    try (Connection connection = connect()) {
      line.refuse();
      assertThatThrownBy(() -> server(connection)).isInstanceOf(SQLException.class);
      assertThatThrownBy(this::connect).isInstanceOf(SQLException.class);
      line.restore();
      assertWorks();
    }
  }

  @Test
  void delay_makesAnswersLate_andBreaksNothing() throws Exception {
    try (Connection connection = connect()) {
      line.delay(Duration.ofSeconds(5));
      assertThatThrownBy(() -> server(connection)).hasRootCauseMessage("Read timed out");
    }
    line.delay(Duration.ofMillis(1));
    assertWorks();
  }

  @Test
  void truncateAnswersTo_endsInTheMiddleOfThatAnswer_andOfNoOther() throws Exception {
    try (Connection connection = connect()) {
      line.truncateAnswersTo("@@server_uuid");
      try (Statement statement = connection.createStatement()) {
        assertThat(statement.execute("select 1")).isTrue();
      }
      assertThatThrownBy(() -> server(connection)).isInstanceOf(SQLException.class);
      line.restore();
      assertWorks();
    }
  }

  @Test
  void loseAnswerTo_letsTheServerCarryItOut_andNobodyHearsOfIt() throws Exception {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      line.loseAnswerTo("insert into line_t");
      assertThat(line.hasLostAnswer()).isFalse();
      assertThatThrownBy(() -> statement.execute("insert into line_t values (1)"))
          .isInstanceOf(SQLException.class);
      assertThat(line.hasLostAnswer()).isTrue();
    }
    try (Connection connection = primary.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select count(*) from line_t")) {
      row.next();
      assertThat(row.getInt(1)).isEqualTo(1);
    }
    assertWorks();
  }

  @Test
  void leadTo_takesNewConnectionsElsewhere_andLeavesTheOthers(MySqlCluster cluster)
      throws Exception {
    try (Connection before = connect()) {
      line.leadTo(cluster.replica(1));
      try (Connection after =
          DriverManager.getConnection(
              line.through(cluster.replica(1).jdbcUrl()), primary.user(), primary.password())) {
        assertThat(server(after)).isEqualTo(cluster.replica(1).serverUuid());
      }
      assertThat(server(before)).isEqualTo(primary.serverUuid());
    }
  }
}
