package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitOperator;
import io.github.rwsplit.statement.WrittenDuration;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What somebody asks the endpoint to turn.
 *
 * @param path the switch's name, then what it is for: {@code drain/replica-1}
 * @param value {@code true}, {@code false}, a number, or a time after which it ends by itself
 */
record SwitchRequest(List<String> path, String value) {

  private static final String KNOWN =
      "primary-only, primary-only/tenant/NAME, primary-only/statements/PATTERN, read-only,"
          + " replica-percent, primary-reads-per-second, drain/REPLICA";

  /**
   * Turns it.
   *
   * @throws IllegalArgumentException saying what would be right
   */
  void turn(RwSplitOperator operator) {
    String name = path.get(0);
    if (path.size() == 1) {
      switch (name) {
        case "primary-only" -> flag(operator::primaryOnly, operator::primaryOnly);
        case "read-only" -> flag(operator::readOnly, operator::readOnly);
        case "replica-percent" -> operator.replicaPercent(number());
        case "primary-reads-per-second" -> {
          if (value.strip().equals("false")) {
            operator.unlimitPrimaryReads();
          } else {
            operator.limitPrimaryReads(number());
          }
        }
        default -> throw unknown();
      }
    } else if (path.size() == 2 && name.equals("drain")) {
      operator.drain(path.get(1), bool().orElseThrow(() -> mustBe("true or false")));
    } else if (path.size() == 3 && name.equals("primary-only")) {
      String what = path.get(2);
      switch (path.get(1)) {
        case "tenant" ->
            flag(
                on -> operator.primaryOnlyForTenant(what, on),
                time -> operator.primaryOnlyForTenant(what, time));
        case "statements" ->
            flag(
                on -> operator.primaryOnlyForStatements(what, on),
                time -> operator.primaryOnlyForStatements(what, time));
        default -> throw unknown();
      }
    } else {
      throw unknown();
    }
  }

  private interface Flag {
    void set(boolean on);
  }

  private interface ForTime {
    void set(Duration time);
  }

  private void flag(Flag flag, ForTime forTime) {
    Optional<Boolean> on = bool();
    if (on.isPresent()) {
      flag.set(on.get());
    } else {
      forTime.set(
          WrittenDuration.parse(value.strip())
              .orElseThrow(() -> mustBe("true, false, or a time such as 10m")));
    }
  }

  private Optional<Boolean> bool() {
    return switch (value.strip()) {
      case "true" -> Optional.of(true);
      case "false" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  private int number() {
    try {
      return Integer.parseInt(value.strip());
    } catch (NumberFormatException e) {
      throw mustBe("a whole number");
    }
  }

  private IllegalArgumentException mustBe(String rule) {
    return new IllegalArgumentException(
        "value of %s must be %s, but was '%s'".formatted(String.join("/", path), rule, value));
  }

  private IllegalArgumentException unknown() {
    return new IllegalArgumentException(
        "the switch must be one of %s, but was '%s'".formatted(KNOWN, String.join("/", path)));
  }
}
