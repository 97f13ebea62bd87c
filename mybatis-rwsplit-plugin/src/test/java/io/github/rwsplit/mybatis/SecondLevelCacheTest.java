package io.github.rwsplit.mybatis;

import static io.github.rwsplit.route.RouteReason.CACHE_HIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.connection.TwoDatabases;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may be answered by what somebody else's read left in MyBatis' caches. */
class SecondLevelCacheTest {

  private static TwoDatabases open(String strong) throws Exception {
    return TwoDatabases.builder()
        .configuration(configuration -> configuration.addMapper(CachedItems.class))
        .property("cache.strong", strong)
        .open();
  }

  private static void changeBehind(TwoDatabases both) {
    both.jdbc().update("update item set name = 'Pnew' where id = 1");
    both.replica().update("update item set name = 'Rnew' where id = 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bypass", "primary"})
  void oneStatement_onTheReplicaAndInATransaction_keepsItsRowsApart(String strong)
      throws Exception {
    try (TwoDatabases both = open(strong)) {
      CachedItems items = both.mapper(CachedItems.class);

      assertThat(items.eventual(1)).isEqualTo("R1");
      assertThat(both.required().<String>execute(status -> items.eventual(1))).isEqualTo("P1");
      changeBehind(both);
      assertThat(items.eventual(1)).isEqualTo("R1");
      assertThat(both.required().<String>execute(status -> items.eventual(1))).isEqualTo("P1");
      assertThat(both.reasons().subList(2, 4)).containsOnly(CACHE_HIT);
    }
  }

  @Test
  void bypass_strongRead_seesThePrimaryEachTime() throws Exception {
    try (TwoDatabases both = open("bypass")) {
      CachedItems items = both.mapper(CachedItems.class);
      items.strong(1);
      changeBehind(both);

      assertThat(items.strong(1)).isEqualTo("Pnew");
      assertThat(both.reasons()).doesNotContain(CACHE_HIT);
    }
  }

  @Test
  void primary_strongRead_mayBeAnsweredByWhatThePrimaryFilled() throws Exception {
    try (TwoDatabases both = open("primary")) {
      CachedItems items = both.mapper(CachedItems.class);
      items.strong(1);
      changeBehind(both);

      assertThat(items.strong(1)).isEqualTo("P1");
      assertThat(both.reasons()).last().isEqualTo(CACHE_HIT);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bypass", "primary"})
  void sessionReadOnAReplica_isNeverAnsweredByACache(String strong) throws Exception {
    try (TwoDatabases both = open(strong)) {
      CachedItems items = both.mapper(CachedItems.class);
      List<String> seen =
          RwSplit.inSession(
              "user-1",
              () ->
                  both.supports()
                      .execute(
                          status -> {
                            String before = items.session(1);
                            changeBehind(both);
                            return List.of(before, items.session(1));
                          }));

      assertThat(seen).containsExactly("R1", "Rnew");
      assertThat(both.reasons()).doesNotContain(CACHE_HIT);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bypass", "primary"})
  void undeclared_usesTheCacheAsWithoutUs(String strong) throws Exception {
    try (TwoDatabases both = open(strong)) {
      CachedItems items = both.mapper(CachedItems.class);
      items.undeclared(1);
      changeBehind(both);

      assertThat(items.undeclared(1)).isEqualTo("P1");
    }
  }

  @Test
  void forcePrimary_seesThePrimaryWhateverTheCachesHold() throws Exception {
    try (TwoDatabases both = open("bypass")) {
      CachedItems items = both.mapper(CachedItems.class);
      items.eventual(1);
      items.undeclared(1);
      changeBehind(both);

      assertThat(RwSplit.forcePrimary(() -> items.eventual(1))).isEqualTo("Pnew");
      assertThat(RwSplit.forcePrimary(() -> items.undeclared(1))).isEqualTo("Pnew");
    }
  }

  @Test
  void localCache_replicasRow_neverAnswersAStrictRead() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      List<String> seen =
          both.supports()
              .execute(
                  status ->
                      List.of(
                          both.items().eventual(1),
                          forced(both),
                          both.items().eventual(1),
                          both.items().eventual(1)));

      assertThat(seen).containsExactly("R1", "P1", "R1", "R1");
    }
  }

  private static String forced(TwoDatabases both) {
    try {
      return RwSplit.forcePrimary(() -> both.items().eventual(1));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
