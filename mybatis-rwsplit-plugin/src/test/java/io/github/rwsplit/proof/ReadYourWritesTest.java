package io.github.rwsplit.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Sessions that write and read at once, with three strategies side by side, while replicas are
 * late, hung or dead. In short, or with {@code -Drwsplit.proof=full} at length; {@code =charts}
 * also draws the pictures of the documentation, under {@code target/proof}, which needs fonts.
 */
class ReadYourWritesTest {

  private static final String SIZE = System.getProperty("rwsplit.proof", "short");
  private static final boolean FULL = !SIZE.equals("short");
  private static final int ROWS = 1_000;

  private static MySqlCluster servers;

  @BeforeAll
  static void start() throws SQLException {
    servers = MySqlCluster.builder().replicas(2).recordStatements(false).start();
    try (Connection connection = servers.primary().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create table versions (id bigint primary key, version bigint not null)");
      StringBuilder rows = new StringBuilder("insert into versions values (0, 0)");
      for (int i = 1; i < ROWS; i++) {
        rows.append(", (").append(i).append(", 0)");
      }
      statement.execute(rows.toString());
    }
    servers.awaitReplication();
  }

  @AfterAll
  static void stop() {
    servers.close();
  }

  @Test
  void positions_underEveryFault_showNoStaleReadAndNoneGoesBack() throws Exception {
    List<Round> rounds = new ArrayList<>();
    try (Contender naive = new Contender(Strategy.NAIVE, servers);
        Contender window = new Contender(Strategy.WINDOW, servers);
        Contender position = new Contender(Strategy.POSITION, servers)) {
      List<Contender> contenders = List.of(naive, window, position);
      for (int sessions : FULL ? new int[] {1, 8, 64} : new int[] {8}) {
        for (Fault fault : FULL ? Fault.values() : shortFaults()) {
          rounds.add(round(fault, sessions, contenders));
        }
      }
    }
    String table = table(rounds);
    System.out.print(table);
    if (SIZE.equals("charts")) {
      Path directory = Files.createDirectories(Path.of("target", "proof"));
      Files.writeString(directory.resolve("read-your-writes.md"), table);
      Charts.write(rounds, 1, directory);
    }

    for (Round round : rounds) {
      Tally position = round.tallies().get(Strategy.POSITION);
      assertThat(position.reads()).as("reads, %s", round.fault().words()).isPositive();
      assertThat(position.stale()).as("stale reads, %s", round.fault().words()).isZero();
      assertThat(position.back()).as("reads back in time, %s", round.fault().words()).isZero();
    }
    // the checker finds what there is to find
    assertThat(staleReads(rounds, Strategy.NAIVE, Fault.BOTH_STOPPED)).isPositive();
  }

  private static Fault[] shortFaults() {
    return new Fault[] {Fault.HEALTHY, Fault.APPLIER_STOPPED, Fault.BOTH_STOPPED};
  }

  private static long staleReads(List<Round> rounds, Strategy strategy, Fault fault) {
    return rounds.stream()
        .filter(round -> round.fault() == fault)
        .mapToLong(round -> round.tallies().get(strategy).stale())
        .sum();
  }

  private static Round round(Fault fault, int sessions, List<Contender> contenders)
      throws Exception {
    reset();
    long millis = FULL ? 8_000 : 2_000;
    ExecutorService threads = Executors.newFixedThreadPool(contenders.size());
    Map<Strategy, Future<Tally>> running = new LinkedHashMap<>();
    fault.inflict(servers);
    try {
      long firstRow = 0;
      for (Contender contender : contenders) {
        long first = firstRow;
        running.put(
            contender.strategy(), threads.submit(() -> contender.run(sessions, first, millis)));
        firstRow += sessions + 1;
      }
      Map<Strategy, Tally> tallies = new EnumMap<>(Strategy.class);
      for (Map.Entry<Strategy, Future<Tally>> one : running.entrySet()) {
        tallies.put(one.getKey(), one.getValue().get());
      }
      return new Round(fault, sessions, tallies);
    } finally {
      threads.shutdownNow();
      fault.heal(servers);
    }
  }

  private static void reset() throws SQLException {
    try (Connection connection = servers.primary().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("update versions set version = 0");
    }
    servers.replicas().forEach(MySqlNode::awaitCaughtUp);
  }

  private static String table(List<Round> rounds) {
    StringBuilder text = new StringBuilder(Round.heading()).append('\n');
    rounds.forEach(round -> text.append(round.rows()));
    return text.toString();
  }
}
