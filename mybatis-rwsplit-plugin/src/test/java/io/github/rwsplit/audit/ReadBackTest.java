package io.github.rwsplit.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.cli.AuditJar;
import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.route.RouteReason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the library writes is what {@code report} reads, whatever stands in it. */
class ReadBackTest {

  private static final List<String> HOSTILE =
      List.of(
          "m.OrderMapper.page",
          "a b=c",
          "quote\" role=primary",
          "back\\slash\\u0041",
          "end\nv=1 ts=2026-11-30T10:15:30Z decision=x",
          "hidden\u202e\u2028\u0000\u001b[2J",
          "{\"v\":1,\"decision\":\"x\"}",
          "中文.订单.列表");

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(AuditSettings.Format.class)
  void everyLine_isReadAsItWasMeant(AuditSettings.Format format) throws Exception {
    List<String> lines = new ArrayList<>();
    for (RouteReason reason : RouteReason.values()) {
      for (String text : HOSTILE) {
        lines.add(AuditLine.of(format, event(text, reason, lines.size())));
      }
    }
    Path log = Files.write(folder.resolve("audit.log"), lines);

    AuditJar.Run run = AuditJar.run("report", log.toString(), "--format", "json");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("\"brokenLines\" : 0", "\"otherLines\" : 0", "\"statements\" : " + lines.size());
    for (RouteReason reason : RouteReason.values()) {
      assertThat(run.out()).contains("\"" + reason + "\" : " + HOSTILE.size());
    }
    assertThat(run.out())
        .contains("\"quote\\\" role=primary\"", "\"中文.订单.列表\"", "\"back\\\\slash\\\\u0041\"");
  }

  private static StatementEvent event(String text, RouteReason reason, int number) {
    return new StatementEvent(
        Instant.parse("2026-11-30T10:15:30.123456789Z").plusSeconds(number),
        "d" + number,
        text,
        "SELECT",
        ConsistencyLevel.EVENTUAL,
        text,
        reason,
        text,
        text,
        text,
        NodeRole.REPLICA,
        12L,
        7_000L,
        "none",
        text,
        1,
        20L,
        830,
        120L,
        StatementEvent.Outcome.OK,
        text,
        text,
        text);
  }
}
