package io.github.rwsplit.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ConditionTimeoutException;

/** An application under load in this process. */
final class RunningHere implements Running {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** After this the shares are reported as they are. */
  private static final Duration LONGEST_RISE = Duration.ofSeconds(15);

  private static final Duration BETWEEN = Duration.ofMillis(50);

  private final Application application;
  private final Chronicle chronicle = new Chronicle();
  private final Load load;

  RunningHere(Map<String, String> properties) throws Exception {
    application = Application.open(properties);
    load = new Load(application, chronicle);
  }

  Application application() {
    return application;
  }

  @Override
  public void awaitBusy(List<String> servers) {
    long begun = System.nanoTime();
    await()
        .atMost(PATIENCE)
        .pollInterval(BETWEEN)
        .untilAsserted(
            () ->
                assertThat(chronicle.served(Kind::isSpread, begun, System.nanoTime()))
                    .as("reads, failures %s", chronicle.failures())
                    .containsKeys(servers.subList(1, servers.size()).toArray(String[]::new)));
    chronicle.mark(Chronicle.Mark.BEGIN);
    long end = chronicle.at(Chronicle.Mark.BEGIN) + Chronicle.WINDOW;
    await().atMost(PATIENCE).pollInterval(BETWEEN).until(() -> System.nanoTime() - end >= 0);
  }

  @Override
  public void mark(Chronicle.Mark mark) {
    chronicle.mark(mark);
  }

  @Override
  public void awaitRecovery(List<String> before, List<String> after) {
    long healed = chronicle.at(Chronicle.Mark.HEALED);
    try {
      await()
          .atMost(LONGEST_RISE)
          .pollInterval(BETWEEN)
          .until(() -> chronicle.recovery(before, after, System.nanoTime()) >= 0);
    } catch (ConditionTimeoutException slow) {
      // shares are reported; that one of them serves nothing at all would be wrong
      await()
          .atMost(PATIENCE)
          .pollInterval(BETWEEN)
          .untilAsserted(
              () ->
                  assertThat(chronicle.served(Kind::reads, healed, System.nanoTime()))
                      .containsKeys(after.toArray(String[]::new)));
    }
  }

  @Override
  public Chronicle end() throws InterruptedException {
    load.close();
    chronicle.mark(Chronicle.Mark.END);
    close();
    return chronicle;
  }

  @Override
  public void close() throws InterruptedException {
    load.close();
    application.close();
  }
}
