package io.github.rwsplit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.audit.AuditSample;
import io.github.rwsplit.audit.AuditSettings;
import io.github.rwsplit.statement.StatementPattern;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stands under {@code rwsplit.audit}, and {@code rwsplit.sql-comment}. */
class ConfigAuditTest {

  private static RwSplitConfig read(Map<String, String> properties) {
    return RwSplitConfig.read(properties);
  }

  @Test
  void read_everyChoice_isUnderstood() {
    RwSplitConfig config =
        read(
            Map.of(
                "audit.enabled", "true",
                "audit.format", "json",
                "audit.sql", "normalized",
                "audit.sample", "0.5, EVENTUAL=0.01, com.acme.report.**=0",
                "sql-comment", "static"));

    assertThat(config.sqlComments()).isTrue();
    assertThat(config.audit())
        .isEqualTo(
            new AuditSettings(
                true,
                AuditSettings.Format.JSON,
                true,
                new AuditSample(
                    0.5,
                    Map.of(ConsistencyLevel.EVENTUAL, 0.01),
                    Map.of(StatementPattern.of("com.acme.report.**"), 0.0))));
  }

  @Test
  void read_aListOfShares_isUnderstood() {
    assertThat(
            read(Map.of("audit.sample[0]", "STRONG=0.1", "audit.sample[1]", "1")).audit().sample())
        .isEqualTo(new AuditSample(1, Map.of(ConsistencyLevel.STRONG, 0.1), Map.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          audit.sql                                   | full        | must be one of none, normalized, but was full
          audit.sample                                | 2           | must be a share from 0 to 1, with LEVEL=share or PATTERN=share beside it where wanted, but has 2
          audit.sample                                | -0.1        | must be a share from 0 to 1
          audit.sample                                | EVENTUAL=some | must be a share from 0 to 1
          audit.sample                                | 0.1, 0.2    | must give each share once, but has 0.2 beside it
          audit.sample                                | strong=0, STRONG=1 | must give each share once, but has STRONG=1 beside it
          audit.sample                                | com.acme.sel*=0.5 | has no level and no pattern of statements in com.acme.sel*
          sql-comment                                 | dynamic     | must be one of none, static, but was dynamic
          """)
  void read_badValue_isRefusedWithPropertyRuleAndValue(String key, String value, String sentence) {
    assertThatThrownBy(() -> read(Map.of(key, value)))
        .isInstanceOf(RwSplitConfigException.class)
        .hasMessageContaining("rwsplit." + key + " " + sentence);
  }
}
