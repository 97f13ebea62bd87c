package io.github.rwsplit.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SqlTraitsCacheTest {

  @Test
  void sameText_askedTwice_givesTheSameInstance() {
    SqlTraitsCache cache = new SqlTraitsCache();
    assertThat(cache.traits("SELECT f(1)")).isSameAs(cache.traits("SELECT f(1)"));
  }

  @Test
  void manyTexts_beyondTheLimit_areNotAllKept() {
    SqlTraitsCache cache = new SqlTraitsCache(10);
    for (int i = 0; i < 1_000; i++) {
      assertThat(cache.traits("SELECT " + i).kind()).isEqualTo(SqlKind.READ);
    }
    assertThat(cache.estimatedSize()).isLessThanOrEqualTo(10);
  }

  @Test
  void longText_isRecognizedAndNotKept() {
    SqlTraitsCache cache = new SqlTraitsCache(10);
    String sql = "SELECT 1" + " ".repeat(SqlTraitsCache.LONGEST_CACHED);
    assertThat(cache.traits(sql).kind()).isEqualTo(SqlKind.READ);
    assertThat(cache.estimatedSize()).isZero();
  }

  @Test
  void size_notPositive_isRefused() {
    assertThatThrownBy(() -> new SqlTraitsCache(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxEntries must be positive, but was 0");
  }
}
