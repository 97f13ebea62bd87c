package io.github.rwsplit.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.rwsplit.test.MySqlCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Faults of servers, networks and the application under a load of sessions. Three of them in every
 * build, all with {@code -Drwsplit.chaos=full}; their table is written to {@code target/chaos}.
 */
class ChaosTest {

  private static final boolean FULL = System.getProperty("rwsplit.chaos", "").equals("full");

  private static final List<Round> rounds = new ArrayList<>();
  private static ServerClocks clocks;
  private static MySqlCluster servers;

  @BeforeAll
  static void start() throws IOException {
    clocks = new ServerClocks();
    servers = MySqlCluster.builder().replicas(2).environment(clocks::environment).start();
  }

  @AfterAll
  static void stop() throws Exception {
    servers.close();
    clocks.close();
    Report.write(rounds, servers.source(), Path.of("target", "chaos", "chaos.md"));
  }

  static Stream<Fault> faults() {
    String only = System.getProperty("rwsplit.chaos.only", "");
    return (FULL ? Faults.all() : Faults.few())
        .stream().filter(fault -> fault.words().contains(only));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void load_underAFault_seesNothingStale_losesAndDoublesNothing(Fault fault) throws Exception {
    String whyNot = Scene.whyNot(servers, fault.setting());
    assumeThat(whyNot).isNull();
    Round round = Round.of(fault, servers, clocks);
    rounds.add(round);
    System.out.print(Report.row(round));
    round.violations().forEach(System.out::println);

    assertThat(round.violations()).isEmpty();
    assertThat(round.chronicle().ledger().size()).isPositive();
  }
}
