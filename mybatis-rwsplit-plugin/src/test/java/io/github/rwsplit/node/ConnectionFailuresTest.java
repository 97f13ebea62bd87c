package io.github.rwsplit.node;

import static io.github.rwsplit.node.ConnectionFailures.accessDenied;
import static io.github.rwsplit.node.ConnectionFailures.connectionLost;
import static io.github.rwsplit.node.ConnectionFailures.couldNotConnect;
import static io.github.rwsplit.node.ConnectionFailures.inOneLine;
import static io.github.rwsplit.node.ConnectionFailures.poolExhausted;
import static io.github.rwsplit.node.ConnectionFailures.readOnlyServer;
import static io.github.rwsplit.node.ConnectionFailures.retryableRead;
import static io.github.rwsplit.node.ConnectionFailures.writeRefusedByReplica;
import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.jdbc.exceptions.CommunicationsException;
import com.mysql.cj.jdbc.exceptions.MySQLQueryInterruptedException;
import com.mysql.cj.jdbc.exceptions.MySQLStatementCancelledException;
import com.mysql.cj.jdbc.exceptions.MySQLTimeoutException;
import com.mysql.cj.jdbc.exceptions.MySQLTransactionRollbackException;
import com.mysql.cj.jdbc.exceptions.MysqlDataTruncation;
import com.mysql.cj.jdbc.exceptions.PacketTooBigException;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTransientConnectionException;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.ibatis.exceptions.PersistenceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.DataAccessResourceFailureException;

class ConnectionFailuresTest {

  private enum Is {
    LOST,
    COULD_NOT_CONNECT,
    RETRYABLE,
    EXHAUSTED,
    READ_ONLY_SERVER,
    REFUSED_BY_REPLICA
  }

  private static final Is[] GONE = {Is.LOST, Is.COULD_NOT_CONNECT, Is.RETRYABLE};
  private static final Is[] NO_CONNECTION = {Is.COULD_NOT_CONNECT, Is.RETRYABLE};
  private static final Is[] NOTHING = {};

  static Stream<Arguments> rows() {
    return Stream.of(
        row("killed, KILL CONNECTION, wait_timeout", communications(new EOFException()), GONE),
        row(
            "second use of that connection",
            new SQLNonTransientConnectionException("closed", "08003", 0),
            GONE),
        row("nothing listens", communications(new ConnectException()), GONE),
        row("hang with socketTimeout", communications(new SocketTimeoutException()), GONE),
        row("shutdown", new SQLNonTransientConnectionException("m", "08S01", 1053), GONE),
        row(
            "too many connections",
            new SQLNonTransientConnectionException("m", "08004", 1040),
            NO_CONNECTION),
        row("max_user_connections", new SQLSyntaxErrorException("m", "42000", 1203), NO_CONNECTION),
        row("offline_mode, new connection", new SQLException("m", "HY000", 3032), NO_CONNECTION),
        row(
            "Hikari cannot connect",
            new SQLTransientConnectionException(
                "not available", "08S01", 0, communications(new ConnectException())),
            GONE),
        row(
            "Hikari, too many connections",
            new SQLTransientConnectionException(
                "not available",
                "08004",
                1040,
                new SQLNonTransientConnectionException("m", "08004", 1040)),
            NO_CONNECTION),
        row(
            "Hikari, all in use",
            new SQLTransientConnectionException("not available"),
            Is.EXHAUSTED),
        row(
            "Hikari, interrupted while waiting",
            new SQLException("interrupted", new InterruptedException()),
            NOTHING),
        row(
            "write on a replica",
            new SQLException(
                "The MySQL server is running with the --super-read-only option so it cannot"
                    + " execute this statement",
                "HY000",
                1290),
            Is.READ_ONLY_SERVER,
            Is.REFUSED_BY_REPLICA),
        row(
            "INTO OUTFILE without the right, which has the same code",
            new SQLException(
                "The MySQL server is running with the --secure-file-priv option so it cannot"
                    + " execute this statement",
                "HY000",
                1290),
            NOTHING),
        row(
            "write in a read-only transaction",
            new SQLException("m", "25006", 1792),
            Is.REFUSED_BY_REPLICA),
        row("setReadOnly, refused by the driver", new SQLException("m", "S1009"), NOTHING),
        row("KILL QUERY", new MySQLQueryInterruptedException("m", "70100", 1317), NOTHING),
        row("setQueryTimeout", new MySQLTimeoutException(), NOTHING),
        row("MAX_EXECUTION_TIME", new SQLException("m", "HY000", 3024), NOTHING),
        row("Statement.cancel()", new MySQLStatementCancelledException(), NOTHING),
        row("lock wait", new MySQLTransactionRollbackException("m", "40001", 1205), NOTHING),
        row("deadlock", new MySQLTransactionRollbackException("m", "40001", 1213), NOTHING),
        row("NOWAIT", new SQLException("m", "HY000", 3572), NOTHING),
        row("syntax", new SQLSyntaxErrorException("m", "42000", 1064), NOTHING),
        row("unknown column", new SQLSyntaxErrorException("m", "42S22", 1054), NOTHING),
        row("unknown table", new SQLSyntaxErrorException("m", "42S02", 1146), NOTHING),
        row("no privilege", new SQLSyntaxErrorException("m", "42000", 1142), NOTHING),
        row("unknown database", new SQLSyntaxErrorException("m", "42000", 1049), NOTHING),
        row("wrong password", new SQLException("m", "28000", 1045), Is.COULD_NOT_CONNECT),
        row("packet too big", new PacketTooBigException(9, 1), NOTHING),
        row("packet too big, server's words", new SQLException("m", "08S01", 1153), NOTHING),
        row("data error", new MysqlDataTruncation("m", 1, false, false, 0, 0, 1690), NOTHING));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void classification_ofEachEvent_isAsObserved(String event, Throwable failure, Set<Is> expected) {
    assertThat(classified(failure)).isEqualTo(expected);
    assertThat(classified(new PersistenceException(failure))).isEqualTo(expected);
    assertThat(classified(new DataAccessResourceFailureException("m", failure)))
        .isEqualTo(expected);
  }

  @Test
  void classification_nextException_isLookedAt() {
    BatchUpdateException batch = new BatchUpdateException();
    batch.setNextException(communications(new EOFException()));
    assertThat(connectionLost(batch)).isTrue();
  }

  @Test
  void classification_queryTimeoutThatLostItsConnection_isNoNodeFailure() {
    MySQLTimeoutException timeout = new MySQLTimeoutException();
    timeout.initCause(communications(new EOFException()));
    assertThat(classified(timeout)).isEmpty();
  }

  @Test
  void classification_causesInACircle_ends() {
    SQLException first = new SQLException("first");
    SQLException second = new SQLException("second", first);
    first.initCause(second);
    assertThat(classified(first)).isEmpty();
  }

  @Test
  void classification_runtimeException_isNothing() {
    assertThat(classified(new IllegalStateException("m"))).isEmpty();
  }

  @Test
  void accessDenied_isOnlyWhatNoWaitingHelps() {
    assertThat(accessDenied(new SQLException("Access denied for user", "28000", 1045))).isTrue();
    assertThat(accessDenied(new SQLException("Host is not allowed", "HY000", 1130))).isTrue();
    assertThat(accessDenied(new SQLException("Too many connections", "08004", 1040))).isFalse();
    assertThat(accessDenied(communications(new EOFException()))).isFalse();
  }

  @Test
  void inOneLine_isTheFirstLineWithItsCodesAndTheRoot() {
    SQLException lost =
        new SQLException(
            "Communications link failure\n\nThe last packet was sent long ago",
            "08S01",
            new ConnectException("Connection refused"));
    assertThat(inOneLine(lost))
        .isEqualTo("Communications link failure (0/08S01), Connection refused");
    assertThat(inOneLine(new SQLException("Access denied", "28000", 1045)))
        .isEqualTo("Access denied (1045/28000)");
  }

  private static Arguments row(String event, Throwable failure, Is... expected) {
    Set<Is> all = EnumSet.noneOf(Is.class);
    all.addAll(Set.of(expected));
    return Arguments.of(event, failure, all);
  }

  private static Set<Is> classified(Throwable failure) {
    Set<Is> is = EnumSet.noneOf(Is.class);
    add(is, Is.LOST, connectionLost(failure));
    add(is, Is.COULD_NOT_CONNECT, couldNotConnect(failure));
    add(is, Is.RETRYABLE, retryableRead(failure));
    add(is, Is.EXHAUSTED, poolExhausted(failure));
    add(is, Is.READ_ONLY_SERVER, readOnlyServer(failure));
    add(is, Is.REFUSED_BY_REPLICA, writeRefusedByReplica(failure));
    return is;
  }

  private static void add(Set<Is> is, Is word, boolean holds) {
    if (holds) {
      is.add(word);
    }
  }

  private static SQLException communications(Exception root) {
    return new CommunicationsException("Communications link failure", root);
  }
}
