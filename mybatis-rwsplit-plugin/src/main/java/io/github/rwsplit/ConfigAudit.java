package io.github.rwsplit;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.audit.AuditSample;
import io.github.rwsplit.audit.AuditSettings;
import io.github.rwsplit.statement.StatementPattern;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what stands under {@code rwsplit.audit}. */
final class ConfigAudit {

  private static final String SAMPLE = "audit.sample";
  private static final String SHARE = "a share from 0 to 1";

  private final ConfigProperties properties;
  private final Map<ConsistencyLevel, Double> levels = new EnumMap<>(ConsistencyLevel.class);
  private final Map<StatementPattern, Double> statements = new LinkedHashMap<>();
  private @Nullable Double all;

  ConfigAudit(ConfigProperties properties) {
    this.properties = properties;
  }

  AuditSettings read() {
    return new AuditSettings(
        properties.flag("audit.enabled"),
        ConfigReader.constant(
            AuditSettings.Format.class, properties.choiceOrDefault("audit.format")),
        properties.choiceOrDefault("audit.sql").equals("normalized"),
        sample());
  }

  /** One key, since the contract has one: a number, and beside it what has another share. */
  private AuditSample sample() {
    List<String> elements = properties.list(SAMPLE);
    elements.forEach(this::element);
    return new AuditSample(all == null ? 1 : all, levels, statements);
  }

  private void element(String element) {
    int equals = element.indexOf('=');
    Double share = share(element.substring(equals + 1).strip());
    if (share == null) {
      properties.problem(
          SAMPLE,
          "must be %s, with LEVEL=share or PATTERN=share beside it where wanted, but has %s"
              .formatted(SHARE, element));
      return;
    }
    String what = equals < 0 ? "" : element.substring(0, equals).strip();
    if (what.isEmpty() ? all != null : !add(what, share)) {
      properties.problem(SAMPLE, "must give each share once, but has " + element + " beside it");
    } else if (what.isEmpty()) {
      all = share;
    }
  }

  private boolean add(String what, double share) {
    for (ConsistencyLevel level : ConsistencyLevel.values()) {
      if (level.name().equals(what.toUpperCase(Locale.ROOT))) {
        return levels.put(level, share) == null;
      }
    }
    try {
      return statements.put(StatementPattern.of(what), share) == null;
    } catch (IllegalArgumentException e) {
      properties.problem(
          SAMPLE,
          "has no level and no pattern of statements in %s: %s".formatted(what, e.getMessage()));
      return true;
    }
  }

  private static @Nullable Double share(String text) {
    return Optional.of(text)
        .filter(number -> number.matches("[01](\\.\\d{1,9})?"))
        .map(Double::valueOf)
        .filter(number -> number <= 1)
        .orElse(null);
  }
}
