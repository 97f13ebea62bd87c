package io.github.rwsplit.mybatis;

import static io.github.rwsplit.route.RouteReason.CACHE_HIT;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.pagehelper.PageHelper;
import com.github.pagehelper.PageInterceptor;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.connection.Item;
import io.github.rwsplit.connection.TwoDatabases;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.ibatis.session.Configuration;
import org.junit.jupiter.api.Test;

/** The role is in a copy of the key, made when the query runs; MyBatis' own key stays as it is. */
class CacheKeysTest {

  private static final AtomicReference<Configuration> LAST = new AtomicReference<>();

  /** MyBatis calls it for lazy properties of objects that were deserialized. */
  static Configuration getConfiguration() {
    return Objects.requireNonNull(LAST.get());
  }

  private static TwoDatabases.Builder cached() {
    return TwoDatabases.builder()
        .configuration(configuration -> configuration.addMapper(CachedItems.class));
  }

  @Test
  void lazyChildLoadedAfterItsTransaction_isNotStoredAsThePrimarys() throws Exception {
    try (TwoDatabases both = cached().open()) {
      CachedItems items = both.mapper(CachedItems.class);
      Item parent = both.required().execute(status -> items.lazy(1));

      assertThat(parent.getName()).isEqualTo("P1");
      assertThat(parent.getChildren()).containsExactly("Rk1");
      assertThat(both.required().<List<String>>execute(status -> items.children(1)))
          .containsExactly("Pk1");
      assertThat(both.leased()).isZero();
    }
  }

  @Test
  void lazyChildLoadedInALaterTransaction_joinsIt() throws Exception {
    try (TwoDatabases both = cached().open()) {
      Item parent = both.mapper(CachedItems.class).lazy(1);

      assertThat(parent.getName()).isEqualTo("R1");
      assertThat(both.required().<List<String>>execute(status -> parent.getChildren()))
          .containsExactly("Pk1");
    }
  }

  @Test
  void lazyPropertyOfADeserializedObject_withoutKeyAndSql_isLoaded() throws Exception {
    try (TwoDatabases both =
        TwoDatabases.builder()
            .configuration(
                configuration -> {
                  configuration.setConfigurationFactory(CacheKeysTest.class);
                  LAST.set(configuration);
                })
            .open()) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(both.items().lazy(1));
      }
      Item copy;
      try (ObjectInputStream in =
          new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
        copy = (Item) in.readObject();
      }

      assertThat(copy.getChildren()).containsExactly("Rk1");
      assertThat(both.leased()).isZero();
    }
  }

  @Test
  void circularNestedSelects_runOneStatementAndCloseTheCycle() throws Exception {
    for (boolean cacheEnabled : List.of(true, false)) {
      try (TwoDatabases both =
          TwoDatabases.builder()
              .configuration(
                  configuration -> {
                    configuration.setCacheEnabled(cacheEnabled);
                    configuration.addMapper(CachedItems.class);
                  })
              .open()) {
        CachedItems.Circular onReplica = both.mapper(CachedItems.class).circular(1);
        CachedItems.Circular onPrimary =
            both.required().execute(status -> both.mapper(CachedItems.class).circular(1));

        assertThat(onReplica.getName()).isEqualTo("R1");
        assertThat(onReplica.getSelf()).isSameAs(onReplica);
        assertThat(onPrimary.getName()).isEqualTo("P1");
        assertThat(onPrimary.getSelf()).isSameAs(onPrimary);
        assertThat(both.reasons()).doesNotContain(CACHE_HIT).hasSize(2);
      }
    }
  }

  @Test
  void circularNestedSelects_atALevelAskedForAroundThem_closeTheCycleToo() throws Exception {
    try (TwoDatabases both = cached().open()) {
      CachedItems.Circular onReplica =
          RwSplit.inSession(
              "user-1",
              () ->
                  RwSplit.withConsistency(
                      ConsistencyLevel.SESSION, () -> both.mapper(CachedItems.class).circular(1)));

      assertThat(onReplica.getName()).isEqualTo("R1");
      assertThat(onReplica.getSelf()).isSameAs(onReplica);
    }
  }

  @Test
  void pageHelperAddedLater_pageOfTheReplica_isNotThePageOfThePrimary() throws Exception {
    try (TwoDatabases both = cached().latePlugin(new PageInterceptor()).open()) {
      CachedItems items = both.mapper(CachedItems.class);
      PageHelper.startPage(1, 2);
      List<String> onReplica = items.all();
      List<String> onPrimary =
          both.required()
              .execute(
                  status -> {
                    PageHelper.startPage(1, 2);
                    return items.all();
                  });

      assertThat(onReplica).containsExactly("R1", "R2");
      assertThat(onPrimary).containsExactly("P1", "P2");
    }
  }
}
