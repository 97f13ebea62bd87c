package io.github.rwsplit.mybatis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.connection.Note;
import io.github.rwsplit.connection.TwoDatabases;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.ibatis.session.ExecutorType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.transaction.TransactionDefinition;

/** A key and its insert come from one node: the primary. The replica's sequence begins at 9000. */
class GeneratedKeysTest {

  private enum Key {
    GENERATED,
    BEFORE,
    AFTER
  }

  private enum Scope {
    NONE(TransactionDefinition.PROPAGATION_NEVER),
    SUPPORTS(TransactionDefinition.PROPAGATION_SUPPORTS),
    TRANSACTION(TransactionDefinition.PROPAGATION_REQUIRED),
    NEW_TRANSACTION(TransactionDefinition.PROPAGATION_REQUIRES_NEW);

    private final int propagation;

    Scope(int propagation) {
      this.propagation = propagation;
    }
  }

  static Stream<Arguments> matrix() {
    List<Arguments> all = new ArrayList<>();
    for (Key key : Key.values()) {
      for (Scope scope : Scope.values()) {
        for (ExecutorType executor : ExecutorType.values()) {
          all.add(Arguments.of(key, scope, executor));
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @MethodSource("matrix")
  void key_anyScopeAndExecutor_isThePrimarysAndSoIsTheRow(
      Key key, Scope scope, ExecutorType executor) throws Exception {
    try (TwoDatabases both = TwoDatabases.builder().executor(executor).open()) {
      Note note = new Note("text");
      if (scope == Scope.NONE) {
        insert(both, key, note);
      } else {
        both.in(scope.propagation)
            .executeWithoutResult(
                status -> {
                  both.items().eventual(1);
                  insert(both, key, note);
                  // without a transaction nobody else flushes a batch before the scope ends
                  both.items().flush();
                });
      }

      assertThat(note.getId()).isEqualTo(key == Key.BEFORE ? 100 : 1);
      assertThat(both.notesOnPrimary()).isEqualTo(1);
      assertThat(both.notesOnReplica()).isZero();
      assertThat(both.leased()).isZero();
    }
  }

  private static void insert(TwoDatabases both, Key key, Note note) {
    int rows =
        switch (key) {
          case GENERATED -> both.items().noteGenerated(note);
          case BEFORE -> both.items().noteKeyBefore(note);
          case AFTER -> both.items().noteKeyAfter(note);
        };
    // a batch says nothing but that it was queued
    assertThat(rows).isNotZero();
  }
}
