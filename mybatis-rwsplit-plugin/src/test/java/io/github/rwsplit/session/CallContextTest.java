package io.github.rwsplit.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.annotation.ConsistencyLevel;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class CallContextTest {

  @Test
  void withConsistency_nested_keepsTheStricter() throws Exception {
    ConsistencyLevel seen =
        RwSplit.forcePrimary(
            () ->
                RwSplit.withConsistency(
                    ConsistencyLevel.EVENTUAL, () -> CallContext.current().hint()));

    assertThat(seen).isEqualTo(ConsistencyLevel.STRONG);
    assertThat(CallContext.current().hint()).isNull();
  }

  @Test
  void inSession_nested_takesTheInnerAndRestoresTheOuter() throws Exception {
    RwSplit.inSession(
        "outer",
        () -> {
          String inner = RwSplit.inSession("inner", () -> CallContext.current().sessionKey());
          assertThat(inner).isEqualTo("inner");
          assertThat(CallContext.current().sessionKey()).isEqualTo("outer");
          return null;
        });

    assertThat(CallContext.current().sessionKey()).isNull();
  }

  @Test
  void call_workThatThrows_leavesNothingOnTheThread() {
    assertThatThrownBy(
            () ->
                RwSplit.inSession(
                    "s",
                    () -> {
                      throw new IllegalStateException("planned");
                    }))
        .hasMessage("planned");

    assertThat(CallContext.current()).isEqualTo(new CallContext(null, null, null));
  }

  @Test
  void otherThread_inheritsNothing_andASnapshotCarriesAll() throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      AtomicReference<CallContext> plain = new AtomicReference<>();
      AtomicReference<CallContext> carried = new AtomicReference<>();
      RwSplit.inSession(
          "s",
          () ->
              RwSplit.forcePrimary(
                  () -> {
                    pool.submit(() -> plain.set(CallContext.current())).get();
                    pool.submit(RwSplit.snapshot().wrap(() -> carried.set(CallContext.current())))
                        .get();
                    return null;
                  }));

      assertThat(plain.get()).isEqualTo(new CallContext(null, null, null));
      assertThat(carried.get()).isEqualTo(new CallContext(ConsistencyLevel.STRONG, "s", null));
      assertThat(pool.submit(CallContext::current).get())
          .isEqualTo(new CallContext(null, null, null));
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void snapshot_ofAWebRequest_carriesItsSession() throws Exception {
    Sessions sessions = sessions();
    OpenSessions.open(sessions);
    try {
      RwSplit.Snapshot snapshot = RwSplit.snapshot();
      OpenSessions.close(sessions);

      assertThat(snapshot.wrap(() -> CallContext.current().sessionKey()).call())
          .isEqualTo("from the request");
    } finally {
      OpenSessions.close(sessions);
    }
  }

  @Test
  void inSession_blankKey_isRefused() {
    assertThatThrownBy(() -> RwSplit.inSession(" ", () -> null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the key of a session must not be blank");
  }

  @Test
  void token_whereNoClusterHasAny_saysWhichPropertyIsMissing() {
    Sessions sessions = sessions();
    OpenSessions.open(sessions);
    try {
      assertThatThrownBy(RwSplit::currentToken)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("rwsplit.session.token.enabled is false")
          .hasMessageContaining("rwsplit.session.token.secrets");
      assertThatThrownBy(() -> RwSplit.withToken(null, () -> null))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("rwsplit.session.token.enabled is false");
    } finally {
      OpenSessions.close(sessions);
    }
  }

  private static Sessions sessions() {
    return new Sessions(
        () -> "from the request",
        new Markers(Duration.ofSeconds(5), 10, () -> 0, Duration.ZERO),
        new NoServers(),
        SessionSettings.Strategy.AUTO,
        Duration.ZERO,
        null);
  }
}
