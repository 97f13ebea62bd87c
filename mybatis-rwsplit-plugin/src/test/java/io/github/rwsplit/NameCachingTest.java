package io.github.rwsplit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameCachingTest {

  @Test
  void advice_namesThatAreKeptForEver_isToldWithTheSetting() {
    assertThat(NameCaching.advice("-1", null))
        .contains("networkaddress.cache.ttl is -1", "still go to the old primary", "30 or less");
    assertThat(NameCaching.advice(null, "-1")).contains("sun.net.inetaddr.ttl is -1");
    assertThat(NameCaching.advice("", "-1")).contains("sun.net.inetaddr.ttl is -1");
  }

  @ParameterizedTest
  @CsvSource({"30,", "0,", ",", "10, -1", ", 60"})
  void advice_namesThatAreLookedUpAgain_isNone(String security, String system) {
    assertThat(NameCaching.advice(security, system)).isNull();
  }
}
