package io.github.rwsplit.route;

import static io.github.rwsplit.route.RouteReason.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.annotation.OnEmpty;
import io.github.rwsplit.statement.Declaration;
import io.github.rwsplit.statement.SqlKind;
import io.github.rwsplit.statement.SqlTraits;
import io.github.rwsplit.statement.StatementPattern;
import io.github.rwsplit.statement.StatementProfile;
import io.github.rwsplit.statement.StatementProfile.Role;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RouterTest {

  private static final RouteSettings.Switches CONFIGURED =
      new RouteSettings.Switches(false, false, 100);
  private static final Turned TURNED = new Turned("alice", "test", Instant.EPOCH, null);
  private static final SwitchState NO_SWITCH = switches(null, null, 100);

  /** Each row is one rule of the contract, in its order; '-' stands for "none". */
  @ParameterizedTest(name = "{0} {1} in {2}, hint {3}, pinned {4}, session {5}: {6}")
  @CsvSource({
    // what the SQL is
    "WRITE,                EVENTUAL, NONE,       -,        false, clean,  WRITE",
    "WRITE,                EVENTUAL, READ_WRITE, -,        false, clean,  WRITE",
    "MULTI_STATEMENT,      EVENTUAL, NONE,       -,        false, clean,  MULTI_STATEMENT",
    "CALLABLE,             EVENTUAL, NONE,       -,        false, clean,  CALLABLE",
    "LOCKING_READ,         EVENTUAL, NONE,       -,        false, clean,  LOCKING_READ",
    "LOCKING_READ,         EVENTUAL, READ_WRITE, -,        false, clean,  LOCKING_READ",
    "SIDE_EFFECT_FUNCTION, EVENTUAL, NONE,       -,        false, clean,  SIDE_EFFECT_FUNCTION",
    "UNCLASSIFIED,         EVENTUAL, NONE,       -,        false, clean,  UNCLASSIFIED",
    // where it runs
    "READ,                 EVENTUAL, READ_WRITE, -,        false, clean,  TX_READ_WRITE",
    "READ,                 EVENTUAL, READ_ONLY,  -,        false, clean,  TX_READ_ONLY",
    "READ,                 EVENTUAL, MISMATCH,   -,        false, clean,  TX_MANAGER_MISMATCH",
    "READ,                 STRONG,   READ_WRITE, STRONG,   true,  clean,  TX_READ_WRITE",
    // what it needs
    "READ,                 EVENTUAL, NONE,       STRONG,   false, clean,  HINT_OVERRIDE",
    "READ,                 STRONG,   NONE,       STRONG,   false, clean,  HINT_OVERRIDE",
    "READ,                 -,        NONE,       STRONG,   false, clean,  HINT_OVERRIDE",
    "READ,                 EVENTUAL, SCOPE,      -,        true,  clean,  SCOPE_PINNED",
    "READ,                 STRONG,   SCOPE,      -,        true,  clean,  SCOPE_PINNED",
    "READ,                 STRONG,   NONE,       -,        false, clean,  STRONG",
    "READ,                 STRONG,   NONE,       EVENTUAL, false, clean,  STRONG",
    "READ,                 -,        NONE,       -,        false, clean,  UNDECLARED",
    "READ,                 SESSION,  NONE,       -,        false, none,   NO_SESSION_CONTEXT",
    "READ,                 SESSION,  NONE,       -,        false, marked, SESSION_MARKER",
    "READ,                 SESSION,  NONE,       -,        false, clean,  SESSION_REPLICA",
    "READ,                 SESSION,  SCOPE,      -,        false, clean,  SESSION_REPLICA",
    "READ,                 EVENTUAL, NONE,       SESSION,  false, none,   NO_SESSION_CONTEXT",
    "READ,                 EVENTUAL, NONE,       -,        false, none,   EVENTUAL_REPLICA",
    "READ,                 EVENTUAL, NONE,       -,        false, marked, SESSION_MARKER",
    "READ,                 EVENTUAL, SCOPE,      -,        false, clean,  EVENTUAL_REPLICA",
    "READ,                 -,        NONE,       EVENTUAL, false, none,   EVENTUAL_REPLICA",
  })
  void decide_firstRuleThatMatches_wins(
      SqlKind kind,
      String declared,
      TransactionKind transaction,
      String hint,
      boolean pinned,
      String session,
      RouteReason expected) {
    RouteDecision decision =
        router(NO_SWITCH)
            .decide(
                new Question(
                    select(level(declared)),
                    traits(kind),
                    transaction,
                    false,
                    pinned,
                    false,
                    level(hint),
                    session(session)));

    assertThat(decision.reason()).isEqualTo(expected);
    boolean replica = expected == SESSION_REPLICA || expected == EVENTUAL_REPLICA;
    assertThat(decision.destination())
        .isEqualTo(replica ? Destination.REPLICA : Destination.PRIMARY);
  }

  @ParameterizedTest
  @EnumSource(TransactionKind.class)
  void decide_writeStatement_isAlwaysOnThePrimary(TransactionKind transaction) {
    RouteDecision decision =
        router(NO_SWITCH)
            .decide(
                question(profile(Role.WRITE, null), SqlKind.WRITE, transaction, session("clean")));

    assertThat(decision.destination()).isEqualTo(Destination.PRIMARY);
    assertThat(decision.reason()).isEqualTo(WRITE);
    assertThat(decision.level()).isNull();
  }

  @Test
  void decide_keyQueryOfAnEventualMapper_goesWithItsWrite() {
    RouteDecision decision =
        router(NO_SWITCH)
            .decide(
                question(
                    profile(Role.SELECT_KEY, null),
                    SqlKind.READ,
                    TransactionKind.NONE,
                    session("clean")));

    assertThat(decision.reason()).isEqualTo(SELECT_KEY);
    assertThat(decision.destination()).isEqualTo(Destination.PRIMARY);
  }

  @Test
  void decide_affectDataSelect_isAWrite() {
    StatementProfile profile =
        new StatementProfile("m.s", Role.SELECT, true, Declaration.of(ConsistencyLevel.EVENTUAL));

    RouteDecision decision =
        router(NO_SWITCH)
            .decide(question(profile, SqlKind.READ, TransactionKind.NONE, session("clean")));

    assertThat(decision.reason()).isEqualTo(WRITE);
  }

  @Test
  void decide_reviewedCall_isRead() {
    Declaration reviewed =
        new Declaration(ConsistencyLevel.EVENTUAL, null, null, true, OnEmpty.RETURN);
    StatementProfile profile = new StatementProfile("m.s", Role.SELECT, false, reviewed);
    SqlTraits call = new SqlTraits(SqlKind.CALLABLE, true, false, true);

    RouteDecision decision =
        router(NO_SWITCH)
            .decide(
                new Question(
                    profile,
                    call,
                    TransactionKind.NONE,
                    false,
                    false,
                    false,
                    null,
                    session("clean")));

    assertThat(decision.reason()).isEqualTo(EVENTUAL_REPLICA);
  }

  @Test
  void decide_reviewedStatementWithKnownEffects_staysOnThePrimary() {
    Declaration reviewed =
        new Declaration(ConsistencyLevel.EVENTUAL, null, null, true, OnEmpty.RETURN);
    StatementProfile profile = new StatementProfile("m.s", Role.SELECT, false, reviewed);
    SqlTraits getLock = new SqlTraits(SqlKind.SIDE_EFFECT_FUNCTION, false, true, false);

    RouteDecision decision =
        router(NO_SWITCH)
            .decide(
                new Question(
                    profile,
                    getLock,
                    TransactionKind.NONE,
                    false,
                    false,
                    false,
                    null,
                    session("clean")));

    assertThat(decision.reason()).isEqualTo(SIDE_EFFECT_FUNCTION);
  }

  @Test
  void decide_otherGroup_doesNotFollowTheSessionsWrites() {
    Declaration reporting =
        new Declaration(ConsistencyLevel.EVENTUAL, "reporting", null, false, OnEmpty.RETURN);
    StatementProfile profile = new StatementProfile("m.s", Role.SELECT, false, reporting);

    RouteDecision decision =
        router(NO_SWITCH)
            .decide(question(profile, SqlKind.READ, TransactionKind.NONE, session("marked")));

    assertThat(decision.reason()).isEqualTo(EVENTUAL_REPLICA);
    assertThat(decision.group()).isEqualTo("reporting");
  }

  @Test
  void decide_readOnlyTransactionOnReplica_pinsEventualReads() {
    RouteDecision decision = inReadOnlyOnReplica(SqlKind.READ, "EVENTUAL", "clean");

    assertThat(decision.destination()).isEqualTo(Destination.PINNED_REPLICA);
    assertThat(decision.reason()).isEqualTo(TX_READ_ONLY_REPLICA);
  }

  @ParameterizedTest
  @CsvSource({
    "STRONG,  clean,  STRONG",
    "-,       clean,  UNDECLARED",
    "SESSION, marked, SESSION_MARKER",
    "SESSION, none,   NO_SESSION_CONTEXT"
  })
  void decide_readOnlyTransactionOnReplica_sendsWhatIsNotProvedToThePrimary(
      String declared, String session, RouteReason expected) {
    RouteDecision decision = inReadOnlyOnReplica(SqlKind.READ, declared, session);

    assertThat(decision.destination()).isEqualTo(Destination.PRIMARY);
    assertThat(decision.reason()).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(
      value = SqlKind.class,
      names = {"WRITE", "LOCKING_READ"})
  void decide_readOnlyTransactionOnReplica_refusesWritesAndLocks(SqlKind kind) {
    RouteDecision decision = inReadOnlyOnReplica(kind, "EVENTUAL", "clean");

    assertThat(decision.destination()).isEqualTo(Destination.NOWHERE);
    assertThat(decision.reason()).isEqualTo(REFUSED);
  }

  @Test
  void decide_foreignRouter_isLeftAlone() {
    RouteDecision read =
        router(NO_SWITCH)
            .decide(
                new Question(
                    select(ConsistencyLevel.EVENTUAL),
                    traits(SqlKind.READ),
                    TransactionKind.NONE,
                    true,
                    false,
                    false,
                    null,
                    session("clean")));

    assertThat(read.destination()).isEqualTo(Destination.ELSEWHERE);
    assertThat(read.reason()).isEqualTo(FOREIGN_DATASOURCE);
  }

  @Test
  void decide_modeOff_isThePrimaryForEverything() {
    RouteSettings off =
        new RouteSettings(
            RouteSettings.Mode.OFF, ConsistencyLevel.STRONG, "online", false, CONFIGURED);

    RouteDecision decision =
        router(off)
            .decide(
                question(
                    select(ConsistencyLevel.EVENTUAL),
                    SqlKind.READ,
                    TransactionKind.NONE,
                    session("clean")));

    assertThat(decision.reason()).isEqualTo(SPLITTING_OFF);
    assertThat(decision.destination()).isEqualTo(Destination.PRIMARY);
  }

  @Test
  void decide_modeObserve_runsOnThePrimaryAndTellsWhereItWouldGo() {
    RouteSettings observe =
        new RouteSettings(
            RouteSettings.Mode.OBSERVE, ConsistencyLevel.STRONG, "online", false, CONFIGURED);

    RouteDecision decision =
        router(observe)
            .decide(
                question(
                    select(ConsistencyLevel.EVENTUAL),
                    SqlKind.READ,
                    TransactionKind.NONE,
                    session("clean")));

    assertThat(decision.reason()).isEqualTo(OBSERVED);
    assertThat(decision.destination()).isEqualTo(Destination.PRIMARY);
    assertThat(decision.observed()).isEqualTo(Destination.REPLICA);
  }

  @Test
  void decide_readOnlySwitch_refusesWritesAndLetsReadsPass() {
    Router router = router(switches(null, TURNED, 100));

    RouteDecision write =
        router.decide(
            question(
                profile(Role.WRITE, null), SqlKind.WRITE, TransactionKind.NONE, session("clean")));
    RouteDecision read =
        router.decide(
            question(
                select(ConsistencyLevel.EVENTUAL),
                SqlKind.READ,
                TransactionKind.NONE,
                session("clean")));

    assertThat(write.destination()).isEqualTo(Destination.NOWHERE);
    assertThat(write.reason()).isEqualTo(READ_ONLY_MODE);
    assertThat(read.reason()).isEqualTo(EVENTUAL_REPLICA);
  }

  @Test
  void decide_primaryOnly_isAskedAfterTransactionsAndBeforeHints() {
    Router router = router(switches(TURNED, null, 100));

    assertThat(reason(router, TransactionKind.NONE, null)).isEqualTo(PRIMARY_ONLY);
    assertThat(reason(router, TransactionKind.NONE, ConsistencyLevel.STRONG))
        .isEqualTo(PRIMARY_ONLY);
    assertThat(reason(router, TransactionKind.SCOPE, null)).isEqualTo(PRIMARY_ONLY);
    assertThat(reason(router, TransactionKind.READ_WRITE, null)).isEqualTo(TX_READ_WRITE);
  }

  @ParameterizedTest(name = "{0} matches {1}: {2}")
  @CsvSource({
    "m.s,  m.s,       PRIMARY_ONLY",
    "m.*,  m.s,       PRIMARY_ONLY",
    "**,   m.s,       PRIMARY_ONLY",
    "m.t,  m.s,       EVENTUAL_REPLICA",
    "m.s,  m.s_COUNT, PRIMARY_ONLY",
  })
  void decide_primaryOnlyForStatements_matchesTheRegisteredStatement(
      String pattern, String id, RouteReason expected) {
    SwitchState state =
        new SwitchState(
            null,
            Map.of(),
            Map.of(StatementPattern.of(pattern), TURNED),
            null,
            new SwitchState.Limit(100, TURNED),
            null,
            Map.of());
    StatementProfile profile =
        new StatementProfile(
            id, "m.s", Role.SELECT, false, Declaration.of(ConsistencyLevel.EVENTUAL));

    assertThat(
            router(state)
                .decide(question(profile, SqlKind.READ, TransactionKind.NONE, session("clean")))
                .reason())
        .isEqualTo(expected);
  }

  @Test
  void decide_primaryOnlyForTenants_holdsForTheirsOnly() {
    SwitchState state =
        new SwitchState(
            null,
            Map.of("acme", TURNED),
            Map.of(),
            null,
            new SwitchState.Limit(100, TURNED),
            null,
            Map.of());

    assertThat(
            reason(
                new Router(settings(false), board(state, "acme"), true, () -> 0),
                TransactionKind.NONE,
                null))
        .isEqualTo(PRIMARY_ONLY);
    assertThat(
            reason(
                new Router(settings(false), board(state, "other"), true, () -> 0),
                TransactionKind.NONE,
                null))
        .isEqualTo(EVENTUAL_REPLICA);
    // nobody asks whose statement it is where that does not count
    assertThat(reason(router(state), TransactionKind.READ_WRITE, null)).isEqualTo(TX_READ_WRITE);
  }

  private static RouteReason reason(
      Router router, TransactionKind transaction, @Nullable ConsistencyLevel hint) {
    return router
        .decide(
            new Question(
                select(ConsistencyLevel.EVENTUAL),
                traits(SqlKind.READ),
                transaction,
                false,
                false,
                false,
                hint,
                session("clean")))
        .reason();
  }

  @Test
  void decide_replicaPercent_keepsTheRestOnThePrimary() {
    SwitchState thirty = switches(null, null, 30);
    RouteQuestion read =
        question(
            select(ConsistencyLevel.EVENTUAL),
            SqlKind.READ,
            TransactionKind.NONE,
            session("clean"));

    assertThat(router(thirty, 29).decide(read).reason()).isEqualTo(EVENTUAL_REPLICA);
    assertThat(router(thirty, 30).decide(read).reason()).isEqualTo(ROLLOUT);
  }

  @Test
  void decide_strongRead_neverAsksForItsSession() {
    SessionLook forbidden =
        new SessionLook() {
          @Override
          public boolean known() {
            throw new AssertionError("asked");
          }

          @Override
          public boolean mayMissWrites() {
            throw new AssertionError("asked");
          }
        };

    RouteDecision decision =
        router(NO_SWITCH)
            .decide(
                question(
                    select(ConsistencyLevel.STRONG),
                    SqlKind.READ,
                    TransactionKind.NONE,
                    forbidden));

    assertThat(decision.reason()).isEqualTo(STRONG);
  }

  private static RouteDecision inReadOnlyOnReplica(SqlKind kind, String declared, String session) {
    return router(settings(true))
        .decide(
            question(select(level(declared)), kind, TransactionKind.READ_ONLY, session(session)));
  }

  private static Router router(SwitchState switches) {
    return router(switches, 0);
  }

  private static Router router(SwitchState switches, int percentile) {
    return new Router(settings(false), board(switches, "-"), true, () -> percentile);
  }

  private static Router router(RouteSettings settings) {
    return new Router(settings, board(NO_SWITCH, "-"), true, () -> 0);
  }

  private static RouteSettings settings(boolean onReplica) {
    return new RouteSettings(
        RouteSettings.Mode.ROUTE, ConsistencyLevel.STRONG, "online", onReplica, CONFIGURED);
  }

  private static SwitchState switches(
      @Nullable Turned primaryOnly, @Nullable Turned readOnly, int percent) {
    return new SwitchState(
        primaryOnly,
        Map.of(),
        Map.of(),
        readOnly,
        new SwitchState.Limit(percent, TURNED),
        null,
        Map.of());
  }

  /** Switches with a thread that works for a tenant; '-': nobody may ask for it. */
  private static SwitchBoard board(SwitchState state, String tenant) {
    return new SwitchBoard() {
      @Override
      public SwitchState state() {
        return state;
      }

      @Override
      public boolean tenantAmong(Set<String> tenants) {
        assertThat(tenant).as("asked for").isNotEqualTo("-");
        return tenants.contains(tenant);
      }
    };
  }

  private static RouteQuestion question(
      StatementProfile profile, SqlKind kind, TransactionKind transaction, SessionLook session) {
    return new Question(profile, traits(kind), transaction, false, false, false, null, session);
  }

  private static StatementProfile select(@Nullable ConsistencyLevel level) {
    return profile(Role.SELECT, level);
  }

  private static StatementProfile profile(Role role, @Nullable ConsistencyLevel level) {
    return new StatementProfile("m.s", role, false, level == null ? null : Declaration.of(level));
  }

  private static SqlTraits traits(SqlKind kind) {
    return new SqlTraits(kind, kind == SqlKind.WRITE, false, false);
  }

  private static @Nullable ConsistencyLevel level(String name) {
    return name.equals("-") ? null : ConsistencyLevel.valueOf(name);
  }

  private static SessionLook session(String state) {
    return new SessionLook() {
      @Override
      public boolean known() {
        return !state.equals("none");
      }

      @Override
      public boolean mayMissWrites() {
        return state.equals("marked");
      }
    };
  }
}
