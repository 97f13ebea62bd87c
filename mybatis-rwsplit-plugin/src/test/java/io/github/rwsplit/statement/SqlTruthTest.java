package io.github.rwsplit.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.statement.ServerWitness.Seen;
import io.github.rwsplit.statement.SqlCorpus.Row;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The labels of the corpus against the servers at hand: whatever is called a read is answered by a
 * replica as by the primary, locks nothing and leaves nothing behind; whatever is not is refused by
 * the replica, or is seen to do what its note says.
 */
@WithMySqlCluster(replicas = 1)
class SqlTruthTest {

  private static final List<Row> ROWS = SqlCorpus.read();

  /** Rows that cannot be run here as they were run when their truth was found. */
  private static final Map<String, String> LEFT_OUT =
      Map.of(
          "s0520", "writes a file, for which these servers permit no folder",
          "s0521", "writes a file, for which these servers permit no folder",
          "s0523", "writes a file, for which these servers permit no folder",
          "s0856", "reads a file, for which these servers permit no folder",
          "s0857", "reads a file of the client, which the driver does not send",
          "s0933", "a sign in which the driver finds no placeholder",
          "s0935", "empty, which the driver refuses by itself");

  /** These commit on a replica, so that it would not follow its primary any more. */
  private static final String DIVERGES = "writes on the replica";

  /** What a note says, and what the witness calls it. */
  private static final Map<String, String> EFFECTS =
      Map.of(
          "user-level lock kept", "user-level lock",
          "metadata lock kept", "metadata lock",
          "[user variable", "user variable",
          "[session variable", "session variable",
          "prepared statement kept", "prepared statement",
          "transaction opened", "transaction",
          "temporary table made", "temporary table",
          "current database or role changed", "database",
          "FOUND_ROWS() set", "FOUND_ROWS()");

  /**
   * Waits that would be long with another number, and views of which no text shows what they do.
   */
  private static final Pattern NOT_AT_RANDOM =
      Pattern.compile("(?i)SLEEP|WAIT|BENCHMARK|RECURSIVE|V_WRITES|V_GET_LOCK|V_FOR_UPDATE|V_WHO");

  private static final int RANDOM_READS = 400;

  @BeforeAll
  static void createSchema(MySqlCluster servers) throws SQLException {
    ServerWitness.createAccount(servers.primary());
    try (Connection connection = servers.primary().adminConnection();
        Statement statement = connection.createStatement()) {
      for (String text : SqlCorpus.schema()) {
        statement.execute(text);
      }
    }
    servers.awaitReplication();
  }

  @AfterAll
  static void dropAccount(MySqlCluster servers) {
    ServerWitness.dropAccount(servers.primary());
  }

  @Test
  void everyStatement_onAReplica_hasTheOutcomeAndTheEffectsWrittenDown(MySqlCluster servers)
      throws SQLException {
    boolean is80 = version(servers.replica(1)).startsWith("8.");
    List<String> wrong = new ArrayList<>();
    int run = 0;
    try (ServerWitness replica = new ServerWitness(servers.replica(1))) {
      for (Row row : ROWS) {
        String expected = is80 ? row.on80() : row.on97();
        if (expected.equals("not run")
            || row.note().contains(DIVERGES)
            || LEFT_OUT.containsKey(row.id())) {
          continue;
        }
        run++;
        Seen seen = replica.alone(row);
        if (!seen.outcome().equals(expected)) {
          wrong.add("%s must give %s, but gave %s".formatted(row, expected, seen));
        } else if (expected.equals("ok") && !hasEffects(row, seen.effects())) {
          wrong.add("%s had the effects %s".formatted(row, seen.effects()));
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(run).isGreaterThan(600);
  }

  @Test
  void everyRead_onAReplicaAndOnAUsedConnectionOfThePrimary_givesTheSame(MySqlCluster servers)
      throws SQLException {
    List<String> wrong = new ArrayList<>();
    try (ServerWitness primary = new ServerWitness(servers.primary());
        ServerWitness replica = new ServerWitness(servers.replica(1))) {
      for (Row row : ROWS) {
        if (row.isJudgement() || !(row.isRead() || row.note().contains("depends on connection"))) {
          continue;
        }
        Seen here = replica.alone(row);
        Seen there = primary.onAUsedConnection(row);
        boolean same = here.outcome().equals("ok") && here.answer().equals(there.answer());
        if (same != row.isRead()) {
          wrong.add("%s: %s, but on the primary %s".formatted(row, here, there));
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void everyStatement_inATransactionOnThePrimary_locksWhereItWasSeenTo(MySqlCluster servers)
      throws SQLException {
    boolean is80 = version(servers.primary()).startsWith("8.");
    List<String> wrong = new ArrayList<>();
    String before = servers.primary().gtidExecuted();
    try (ServerWitness primary = new ServerWitness(servers.primary())) {
      for (Row row : ROWS) {
        boolean locked = !locks(row, is80).equals("-");
        if ((row.isRead() || locked) && !LEFT_OUT.containsKey(row.id())) {
          int locks = primary.locks(row);
          if (locks > 0 != locked) {
            wrong.add("%s left %d locks".formatted(row, locks));
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(servers.primary().gtidExecuted()).isEqualTo(before);
  }

  /** Pieces of the corpus put together anew; most of them are nonsense, some lock or write. */
  @Test
  void randomText_takenForARead_isNothingElseForTheServers(MySqlCluster servers)
      throws SQLException {
    List<List<SqlPieces.Piece>> texts =
        ROWS.stream()
            .filter(row -> row.mode().isEmpty() && !NOT_AT_RANDOM.matcher(row.statement()).find())
            .map(row -> SqlPieces.of(row.statement()).list())
            .filter(pieces -> pieces.size() > 1)
            .toList();
    Random random = new Random(20261130L);
    Set<String> reads = new TreeSet<>();
    while (reads.size() < RANDOM_READS) {
      String sql = random(texts, random);
      if (SqlRecognizer.recognize(sql).kind() == SqlKind.READ) {
        reads.add(sql);
      }
    }
    reads.removeAll(ROWS.stream().map(Row::statement).toList());
    List<String> wrong = new ArrayList<>();
    int answered = 0;
    try (ServerWitness primary = new ServerWitness(servers.primary());
        ServerWitness replica = new ServerWitness(servers.replica(1))) {
      for (String sql : reads) {
        Row row = new Row("random", sql, "", true, "random", "", "", "", "");
        Seen seen = replica.alone(row);
        answered += seen.outcome().equals("ok") ? 1 : 0;
        if (seen.outcome().equals("1290") || !hasEffects(row, seen.effects())) {
          wrong.add("%s: %s".formatted(sql, seen));
        }
        int locks = primary.locks(row);
        if (locks > 0) {
          wrong.add("%s left %d locks".formatted(sql, locks));
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(answered).as("of %d that were taken for reads", reads.size()).isGreaterThan(100);
  }

  /** The beginning of one text, perhaps a part of another, and the end of a third. */
  private static String random(List<List<SqlPieces.Piece>> texts, Random random) {
    List<SqlPieces.Piece> first = texts.get(random.nextInt(texts.size()));
    List<SqlPieces.Piece> last = texts.get(random.nextInt(texts.size()));
    List<SqlPieces.Piece> all = new ArrayList<>(first.subList(0, 1 + random.nextInt(first.size())));
    if (random.nextBoolean()) {
      List<SqlPieces.Piece> middle = texts.get(random.nextInt(texts.size()));
      int from = random.nextInt(middle.size());
      all.addAll(middle.subList(from, from + random.nextInt(middle.size() - from)));
    }
    all.addAll(last.subList(random.nextInt(last.size()), last.size()));
    return SqlPieces.text(all);
  }

  private static boolean hasEffects(Row row, Set<String> effects) {
    if (row.isRead()) {
      // with an offset, rows are found that are not returned
      return effects.stream().allMatch(effect -> effect.startsWith("FOUND_ROWS()"));
    }
    return EFFECTS.entrySet().stream()
        .filter(effect -> row.note().contains(effect.getKey()))
        .allMatch(effect -> effects.stream().anyMatch(seen -> seen.startsWith(effect.getValue())));
  }

  /** Where the versions differ, the column names both. */
  private static String locks(Row row, boolean is80) {
    if (!row.locks().startsWith("8.0: ")) {
      return row.locks();
    }
    String[] each = row.locks().substring("8.0: ".length()).split(" \\| 9\\.7: ", 2);
    return each[is80 ? 0 : 1];
  }

  private static String version(MySqlNode node) throws SQLException {
    try (Connection connection = node.connect()) {
      return connection.getMetaData().getDatabaseProductVersion();
    }
  }
}
