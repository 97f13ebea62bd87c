package io.github.rwsplit.cli;

import static io.github.rwsplit.cli.Lines.onPrimary;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** {@code candidates}, started as a process, on logs of observe mode. */
class CandidatesProcessTest {

  @TempDir Path folder;
  private final List<String> lines = new ArrayList<>();
  private int second;

  /** A line of observe mode; each is ten seconds after the last one unless it says otherwise. */
  private void line(String statement, String command, String tx, String session, String... more) {
    line(10_000, statement, command, tx, session, more);
  }

  private void line(
      int later, String statement, String command, String tx, String session, String... more) {
    second += later;
    List<String> all =
        new ArrayList<>(
            List.of(
                "ts",
                java.time.Instant.parse("2026-11-30T08:00:00Z").plusMillis(second).toString(),
                "decision",
                "d" + lines.size(),
                "statement",
                statement,
                "command",
                command,
                "level",
                command.equals("SELECT") ? "STRONG" : "",
                "group",
                "",
                "tx",
                tx,
                "session",
                session));
    all.addAll(List.of(more));
    lines.add(onPrimary("OBSERVED", all.toArray(String[]::new)));
  }

  private String candidates(String... more) throws Exception {
    Path log = Files.write(folder.resolve("observe.log"), lines);
    List<String> arguments = new ArrayList<>(List.of("candidates", log.toString()));
    arguments.addAll(List.of(more));
    AuditJar.Run run = AuditJar.run(arguments.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.out().replaceAll(" +", " ");
  }

  @Test
  void neverNearAWrite_isEventual_andTheShareIsSaid() throws Exception {
    for (int i = 0; i < 8; i++) {
      line("shop.Catalog.list", "SELECT", "none", "s1", "duration_us", "2000");
    }
    line("shop.Order.insert", "INSERT", "none", "s2");
    line("shop.Order.find", "SELECT", "rw", "s2");
    line("shop.Order.find", "SELECT", "rw", "s2");

    assertThat(candidates())
        .contains("10 reads and 1 writes")
        .contains("shop.Catalog.list 8 16 ms")
        .contains("8 of 10 reads (80.0 %) leave the primary")
        .contains(
            "# 8 calls, 16 ms, 80.0 % of all reads leave; never within 5.0 s after a write of its"
                + " session\n - { statements: [\"shop.Catalog.list\"], level: EVENTUAL }");
  }

  @Test
  void afterAWriteOfItsSession_isSession_andTheReplicaHadItOnlyLater() throws Exception {
    line("shop.Order.insert", "INSERT", "none", "s1");
    line(500, "shop.Order.status", "SELECT", "none", "s1");
    line(2_500, "shop.Order.status", "SELECT", "none", "s1");
    line("shop.Order.status", "SELECT", "none", "s1");
    line("shop.Order.status", "SELECT", "none", "other");

    assertThat(candidates("--replica-lag", "1000"))
        .contains("shop.Order.status 4 ", " 0.0 % 50.0 % 75.0 % SESSION")
        .contains("{ statements: [\"shop.Order.status\"], level: SESSION }");
  }

  @Test
  void markerAge_countsAsAWriteOfTheSession() throws Exception {
    line("shop.Order.status", "SELECT", "none", "s1", "marker_age_ms", "800");

    assertThat(candidates()).contains("level: SESSION }", " 100.0 % 0.0 % SESSION");
  }

  @Test
  void beforeAWrite_isLeft() throws Exception {
    line("shop.Stock.left", "SELECT", "none", "s1");
    line(100, "shop.Stock.take", "UPDATE", "none", "s1");
    line("shop.Price.of", "SELECT", "rw", "s1");
    line(100, "shop.Order.insert", "INSERT", "rw", "s1");

    assertThat(candidates())
        .contains("# left: shop.Stock.left: read before a write of the same thread in 100.0 %")
        .contains("# left: shop.Price.of: only in transactions: no level would move it")
        .contains("shop.Price.of 1 830 µs 50.0 % 100.0 % 0.0 % 100.0 % 0.0 % – LEAVE")
        .doesNotContain("declarations:");
  }

  @Test
  void transactionThatWroteNothing_isSaid_andEachThreadIsApart() throws Exception {
    line("shop.User.profile", "SELECT", "rw", "s1", "trace", "t1");
    line(100, "shop.Order.insert", "INSERT", "rw", "s1", "trace", "t2");
    line(100, "shop.User.profile", "SELECT", "rw", "s1", "trace", "t1");

    assertThat(candidates())
        .contains("shop.User.profile 2 1.7 ms 100.0 % 100.0 % 100.0 % 0.0 %")
        .contains("only in transactions that write nothing: take the transaction away first");
  }

  @Test
  void withoutASession_nobodyCanTell() throws Exception {
    line("shop.Catalog.list", "SELECT", "none", "");

    assertThat(candidates())
        .contains("# left: shop.Catalog.list: no session in 100.0 %: nobody can tell");
  }

  @Test
  void pagersCount_belongsToItsPage() throws Exception {
    line("shop.Catalog.list", "SELECT", "none", "s1");
    line("shop.Catalog.list_COUNT", "SELECT", "none", "s1");

    assertThat(candidates()).contains("# 2 calls").doesNotContain("_COUNT");
  }

  @Test
  void declaredSelects_areNoCandidates() throws Exception {
    line("shop.Catalog.list", "SELECT", "none", "s1", "level", "EVENTUAL", "target", "replica-1");
    line("shop.Catalog.list", "SELECT", "none", "s1", "level", "EVENTUAL", "target", "replica");
    line("shop.Catalog.list", "SELECT", "none", "s1", "level", "SESSION", "target", "primary");
    line("shop.Order.find", "SELECT", "none", "s1", "reason", "STRONG");

    assertThat(candidates())
        .contains(
            "3 reads outside transactions are declared already: 1 would have gone to a replica that"
                + " had the data, 1 to the primary since none had, 1 to a replica that is not there")
        .contains("0 of 4 reads (0.0 %)");
  }

  @Test
  void mappers_leaveOutWhatIsDeclaredOrLocks() throws Exception {
    Path mapper =
        Files.writeString(
            folder.resolve("m.xml"),
            """
            <mapper namespace="shop.M">
              <select id="open">SELECT 1 FROM t</select>
              <select id="strong" consistency="STRONG">SELECT 1 FROM t</select>
              <select id="lock">SELECT 1 FROM t FOR UPDATE</select>
            </mapper>
            """);
    for (String id : List.of("open", "strong", "lock")) {
      line("shop.M." + id, "SELECT", "none", "s1");
    }

    assertThat(candidates("--mappers", mapper.toString()))
        .contains("shop.M.open")
        .doesNotContain("shop.M.strong", "shop.M.lock");
  }

  @Test
  void yaml_isReadable_andNoIdBreaksOutOfIt() throws Exception {
    line("shop.Catalog.list", "SELECT", "none", "s1");
    line("\"x\\\"], level: EVENTUAL }\\nevil: true\"", "SELECT", "none", "s1");
    Path out = folder.resolve("declarations.yml");

    String shown = candidates("--format", "yaml", "--out", out.toString());

    assertThat(shown).isEmpty();
    Map<String, Object> yaml = new Yaml().load(new StringReader(read(out)));
    assertThat(yaml)
        .isEqualTo(
            Map.of(
                "rwsplit",
                Map.of(
                    "declarations",
                    List.of(
                        Map.of("statements", List.of("shop.Catalog.list"), "level", "EVENTUAL")))));
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file);
  }
}
