package io.github.rwsplit.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementPatternTest {

  @ParameterizedTest
  @CsvSource({
    "com.acme.OrderMapper.find, com.acme.OrderMapper.find, true",
    "com.acme.OrderMapper.find, com.acme.OrderMapper.findAll, false",
    "com.acme.OrderMapper.*, com.acme.OrderMapper.find, true",
    "com.acme.*, com.acme.OrderMapper.find, false",
    "com.*.OrderMapper.find, com.acme.OrderMapper.find, true",
    "com.*.OrderMapper.find, com.acme.shop.OrderMapper.find, false",
    "com.acme.**, com.acme.OrderMapper.find, true",
    "com.acme.**, com.acme.shop.report.Sales.byDay, true",
    "com.acme.**, com.acmes.OrderMapper.find, false",
    "com.**.find, com.acme.OrderMapper.find, true",
    "com.**.find, com.find, true",
    "**.find, com.acme.OrderMapper.find, true",
    "**, com.acme.OrderMapper.find, true",
    "**.*, find, true",
    "**.report.**.*, com.acme.report.Sales.byDay, true",
    "com.acme.OrderMapper, com.acme.OrderMapper.find, false",
    "com.acme.M.byVc-G0hu5fU, com.acme.M.byVc-G0hu5fU, true",
  })
  void matches_wholeSegments(String pattern, String id, boolean expected) {
    assertThat(StatementPattern.of(pattern).matches(id)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"com.acme.Order*.find", "com.acme.*Mapper.find", "a.***", "", "a..b", ".a", "a. "})
  void of_partOfANameOrAnEmptySegment_isRefused(String pattern) {
    assertThatThrownBy(() -> StatementPattern.of(pattern))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a pattern must use * for one whole segment of a statement id and ** for any number,"
                + " but was '"
                + pattern
                + "'; a part of a name cannot be matched");
  }
}
