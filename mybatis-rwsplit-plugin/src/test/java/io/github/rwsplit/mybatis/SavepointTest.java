package io.github.rwsplit.mybatis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.connection.Item;
import io.github.rwsplit.connection.TwoDatabases;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A part of a transaction that is undone. */
class SavepointTest {

  @Test
  void rolledBackToASavepoint_readAfterwards_isNotWhatTheUndonePartHadSeen() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      List<String> seen = new ArrayList<>();
      both.required()
          .executeWithoutResult(
              outer -> {
                seen.add(both.items().undeclared(1));
                both.nested()
                    .executeWithoutResult(
                        inner -> {
                          both.items().rename(new Item(1, "undone"));
                          seen.add(both.items().undeclared(1));
                          inner.setRollbackOnly();
                        });
                seen.add(both.items().undeclared(1));
              });

      assertThat(seen).containsExactly("P1", "undone", "P1");
    }
  }

  @Test
  void rolledBackToASavepoint_writtenByJdbcOnly_isForgottenToo() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      List<String> seen = new ArrayList<>();
      both.required()
          .executeWithoutResult(
              outer -> {
                both.nested()
                    .executeWithoutResult(
                        inner -> {
                          both.jdbc().update("update item set name = 'undone' where id = 1");
                          seen.add(both.items().undeclared(1));
                          inner.setRollbackOnly();
                        });
                seen.add(both.items().undeclared(1));
              });

      assertThat(seen).containsExactly("undone", "P1");
    }
  }

  @Test
  void noSavepoint_secondEqualRead_isStillAnsweredByTheLocalCache() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      both.required()
          .executeWithoutResult(
              outer -> {
                both.items().undeclared(1);
                both.nested().executeWithoutResult(inner -> both.items().undeclared(1));
              });

      assertThat(both.reasons()).last().isEqualTo(io.github.rwsplit.route.RouteReason.CACHE_HIT);
    }
  }

  @ParameterizedTest(name = "outer commits: {0}")
  @ValueSource(booleans = {true, false})
  void writeInANestedTransaction_leavesAMarkerOnlyIfTheOuterCommits(boolean commits)
      throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      String seen =
          RwSplit.inSession(
              "user-1",
              () -> {
                both.required()
                    .executeWithoutResult(
                        outer -> {
                          both.nested()
                              .executeWithoutResult(
                                  inner -> both.items().rename(new Item(1, "Pnew")));
                          if (!commits) {
                            outer.setRollbackOnly();
                          }
                        });
                return both.items().session(1);
              });

      assertThat(seen).isEqualTo(commits ? "Pnew" : "R1");
    }
  }
}
