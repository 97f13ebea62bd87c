package io.github.rwsplit;

import io.github.rwsplit.route.RouteSettings;
import io.github.rwsplit.route.SwitchState;
import io.github.rwsplit.route.SwitchState.Limit;
import io.github.rwsplit.route.Turned;
import io.github.rwsplit.statement.StatementPattern;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One change of the switches under way: from a state to the next, with what to log of it. */
final class SwitchChange {

  private final RouteSettings.Switches configured;
  private final Turned turned;
  private final List<String> said = new ArrayList<>();
  private final Map<String, Turned> tenants;
  private final Map<StatementPattern, Turned> statements;
  private final Map<String, Turned> drained;
  private @Nullable Turned primaryOnly;
  private @Nullable Turned readOnly;
  private Limit replicaPercent;
  private @Nullable Limit primaryReads;

  /**
   * @param turned who turns, and when, without an end
   */
  SwitchChange(SwitchState from, RouteSettings.Switches configured, Turned turned) {
    this.configured = configured;
    this.turned = turned;
    this.primaryOnly = from.primaryOnly();
    this.tenants = new LinkedHashMap<>(from.tenants());
    this.statements = new LinkedHashMap<>(from.statements());
    this.readOnly = from.readOnly();
    this.replicaPercent = from.replicaPercent();
    this.primaryReads = from.primaryReadsPerSecond();
    this.drained = new LinkedHashMap<>(from.drained());
  }

  /** The switches as the configuration has them. */
  static SwitchState configured(RouteSettings.Switches configured, Instant now) {
    Turned at = new Turned(RwSplitSwitches.CONFIGURATION, "rwsplit.switches", now, null);
    return new SwitchState(
        configured.primaryOnly() ? at : null,
        Map.of(),
        Map.of(),
        configured.readOnly() ? at : null,
        new Limit(configured.replicaPercent(), at),
        null,
        Map.of());
  }

  /** The earliest moment at which something ends by itself; null: nothing does. */
  static @Nullable Instant nextEnd(SwitchState state) {
    return Stream.of(
            Stream.of(state.primaryOnly(), state.readOnly()),
            state.tenants().values().stream(),
            state.statements().values().stream())
        .flatMap(all -> all)
        .filter(Objects::nonNull)
        .map(Turned::until)
        .filter(Objects::nonNull)
        .min(Instant::compareTo)
        .orElse(null);
  }

  SwitchState state() {
    return new SwitchState(
        primaryOnly, tenants, statements, readOnly, replicaPercent, primaryReads, drained);
  }

  /** What has changed, one line each. */
  List<String> said() {
    return said;
  }

  void primaryOnly(boolean on, @Nullable Duration time) {
    primaryOnly = flag("primary-only", primaryOnly, on, time);
  }

  void readOnly(boolean on, @Nullable Duration time) {
    readOnly = flag("read-only", readOnly, on, time);
  }

  void tenant(String tenant, boolean on, @Nullable Duration time) {
    entry(tenants, "primary-only of tenant ", tenant, on, time);
  }

  void statements(StatementPattern pattern, boolean on, @Nullable Duration time) {
    entry(statements, "primary-only of ", pattern, on, time);
  }

  void drain(String node, boolean on) {
    entry(drained, "drain of ", node, on, null);
  }

  void replicaPercent(int percent) {
    if (replicaPercent.value() != percent) {
      said.add("replica-percent: %d -> %d".formatted(replicaPercent.value(), percent));
      replicaPercent = new Limit(percent, turned);
    }
  }

  void primaryReads(@Nullable Integer perSecond) {
    Integer before = primaryReads == null ? null : primaryReads.value();
    if (!Objects.equals(before, perSecond)) {
      said.add(
          "reads on the primary per second: %s -> %s".formatted(shown(before), shown(perSecond)));
      primaryReads = perSecond == null ? null : new Limit(perSecond, turned);
    }
  }

  /** Everything as configured. */
  void reset() {
    primaryOnly(configured.primaryOnly(), null);
    readOnly(configured.readOnly(), null);
    replicaPercent(configured.replicaPercent());
    primaryReads(null);
    List.copyOf(tenants.keySet()).forEach(tenant -> tenant(tenant, false, null));
    List.copyOf(statements.keySet()).forEach(pattern -> statements(pattern, false, null));
    List.copyOf(drained.keySet()).forEach(node -> drain(node, false));
  }

  /** Takes back what is over: from then on it is as configured. */
  void end(Instant now) {
    if (primaryOnly != null && primaryOnly.isOver(now)) {
      primaryOnly(configured.primaryOnly(), null);
    }
    if (readOnly != null && readOnly.isOver(now)) {
      readOnly(configured.readOnly(), null);
    }
    over(tenants, now).forEach(tenant -> tenant(tenant, false, null));
    over(statements, now).forEach(pattern -> statements(pattern, false, null));
  }

  private static <K> List<K> over(Map<K, Turned> entries, Instant now) {
    return entries.entrySet().stream()
        .filter(entry -> entry.getValue().isOver(now))
        .map(Map.Entry::getKey)
        .toList();
  }

  private <K> void entry(
      Map<K, Turned> entries, String name, K key, boolean on, @Nullable Duration time) {
    Turned next = flag(name + key, entries.get(key), on, time);
    if (next == null) {
      entries.remove(key);
    } else {
      entries.put(key, next);
    }
  }

  private @Nullable Turned flag(
      String name, @Nullable Turned before, boolean on, @Nullable Duration time) {
    Instant until = on && time != null ? turned.at().plus(time) : null;
    Turned next = on ? new Turned(turned.who(), turned.why(), turned.at(), until) : null;
    boolean wasOn = before != null;
    Instant wasUntil = before == null ? null : before.until();
    if (wasOn == on && Objects.equals(wasUntil, until)) {
      return before;
    }
    said.add("%s: %s -> %s".formatted(name, shown(before), shown(next)));
    return next;
  }

  private static String shown(@Nullable Turned turned) {
    if (turned == null) {
      return "off";
    }
    return turned.until() == null ? "on" : "on until " + turned.until();
  }

  private static String shown(@Nullable Integer limit) {
    return limit == null ? "no limit" : String.valueOf(limit);
  }
}
