package io.github.rwsplit;

import static io.github.rwsplit.ConfigKey.Kind.BOOLEAN;
import static io.github.rwsplit.ConfigKey.Kind.DURATION;
import static io.github.rwsplit.ConfigKey.Kind.DURATION_OR_ZERO;
import static io.github.rwsplit.ConfigKey.Kind.INTEGER;
import static io.github.rwsplit.ConfigKey.Kind.LIST;
import static io.github.rwsplit.ConfigKey.Kind.POOL;
import static io.github.rwsplit.ConfigKey.Kind.SECRET;
import static io.github.rwsplit.ConfigKey.Kind.SECRETS;
import static io.github.rwsplit.ConfigKey.Kind.TEXT;
import static io.github.rwsplit.ConfigKey.choice;
import static io.github.rwsplit.ConfigKey.key;

import java.util.List;

/**
 * Every key under {@code rwsplit}, with its default: the one table that the reader, the messages
 * and the test of the configuration metadata go by.
 */
final class ConfigKeys {

  static final List<ConfigKey> ALL =
      List.of(
          choice("mode", "route", "route", "observe", "off"),
          choice("default-consistency", "STRONG", "STRONG", "SESSION", "EVENTUAL"),
          choice("undeclared", "allow", "allow", "fail"),
          key(LIST, "declarations.#.statements", null),
          choice("declarations.#.level", null, "STRONG", "SESSION", "EVENTUAL"),
          key(TEXT, "declarations.#.group", null),
          key(DURATION, "declarations.#.max-lag", null),
          key(TEXT, "default-group", "online"),
          key(INTEGER, "instances", "1"),
          key(LIST, "sql-session-factories", null),
          key(TEXT, "replicas.*.url", null),
          key(TEXT, "replicas.*.data-source", null),
          key(TEXT, "replicas.*.username", null),
          key(SECRET, "replicas.*.password", null),
          key(INTEGER, "replicas.*.weight", "1"),
          key(LIST, "replicas.*.groups", null),
          key(POOL, "replicas.*.pool.**", null),
          key(TEXT, "groups.*.load-balancer", "least-connections"),
          key(DURATION, "groups.*.eventual-only-above", "100ms"),
          key(DURATION, "groups.*.reduced-weight-above", "1s"),
          key(DURATION, "groups.*.removed-above", "3s"),
          choice("groups.*.when-none", "primary", "primary", "refuse", "stale"),
          choice("transactions.read-only", "primary", "primary", "replica"),
          key(LIST, "session.key", null),
          choice("session.strategy", "auto", "auto", "gtid", "window"),
          key(DURATION, "session.window", "5s"),
          key(DURATION_OR_ZERO, "session.wait", "20ms"),
          key(BOOLEAN, "session.eventual-follows-writes", "true"),
          choice("session.anonymous", "primary", "primary", "request"),
          choice("session.store", "caffeine", "caffeine", "redis"),
          key(BOOLEAN, "session.token.enabled", "false"),
          key(TEXT, "session.token.name", "rwsplit-token"),
          key(SECRETS, "session.token.secrets", null),
          choice("lag.source", "auto", "auto", "gtid-clock", "heartbeat-table", "seconds-behind"),
          key(DURATION, "lag.probe-interval", "25ms"),
          choice("lag.when-unprovable", "serve", "serve", "refuse"),
          key(INTEGER, "fallback.max-concurrent", "4"),
          choice("fallback.when-exhausted", "refuse", "refuse", "stale"),
          key(TEXT, "primary.url", null),
          key(TEXT, "primary.username", null),
          key(SECRET, "primary.password", null),
          key(POOL, "primary.pool.**", null),
          key(POOL, "primary.read-pool.**", null),
          key(BOOLEAN, "failover.follow", "false"),
          key(DURATION, "failover.confirm", "5s"),
          key(BOOLEAN, "failover.accept-loss", "false"),
          key(BOOLEAN, "switches.primary-only", "false"),
          key(BOOLEAN, "switches.read-only", "false"),
          key(INTEGER, "switches.replica-percent", "100"),
          choice("cache.strong", "bypass", "bypass", "primary"),
          key(BOOLEAN, "audit.enabled", "false"),
          choice("audit.format", "logfmt", "logfmt", "json"),
          choice("audit.sql", "none", "none", "normalized"),
          key(LIST, "audit.sample", "1.0"),
          choice("sql-comment", "none", "none", "static"));

  private ConfigKeys() {}

  /**
   * The key of a pattern.
   *
   * @throws IllegalArgumentException if the table has no such key
   */
  static ConfigKey named(String pattern) {
    for (ConfigKey key : ALL) {
      if (key.pattern().equals(pattern)) {
        return key;
      }
    }
    throw new IllegalArgumentException("No key " + pattern + " under rwsplit");
  }
}
