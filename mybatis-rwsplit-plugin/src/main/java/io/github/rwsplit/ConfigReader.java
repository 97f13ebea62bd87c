package io.github.rwsplit;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.annotation.OnEmpty;
import io.github.rwsplit.node.NodeSettings;
import io.github.rwsplit.route.RouteSettings;
import io.github.rwsplit.route.RouteSettings.Mode;
import io.github.rwsplit.route.RouteSettings.Switches;
import io.github.rwsplit.session.SessionSettings;
import io.github.rwsplit.statement.Declaration;
import io.github.rwsplit.statement.DeclarationSettings;
import io.github.rwsplit.statement.DeclarationSettings.DeclaredStatements;
import io.github.rwsplit.statement.StatementPattern;
import io.github.rwsplit.statement.WrittenDuration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes a {@link RwSplitConfig} of text, or throws all that is wrong with it at once. */
final class ConfigReader {

  private static final int SHORTEST_SECRET = 16;

  private final ConfigProperties properties;

  private ConfigReader(ConfigProperties properties) {
    this.properties = properties;
  }

  /**
   * Reads the configuration.
   *
   * @param written values by key below {@code rwsplit}
   * @param origins where a key comes from, for those of which that is known
   * @throws RwSplitConfigException with all problems
   */
  static RwSplitConfig read(Map<String, String> written, Map<String, String> origins) {
    ConfigProperties properties = new ConfigProperties(written, origins);
    RwSplitConfig config = new ConfigReader(properties).config();
    if (!properties.problems().isEmpty()) {
      throw new RwSplitConfigException(properties.problems());
    }
    return config;
  }

  private RwSplitConfig config() {
    SessionSettings session = session();
    NodeSettings nodes = new ConfigNodes(properties).read(session.strategy());
    return new RwSplitConfig(
        route(nodes),
        declarations(nodes.groups().keySet(), ConfigLag.least(nodes.lag().probeInterval())),
        nodes,
        session,
        new ConfigAudit(properties).read(),
        properties.choiceOrDefault("sql-comment").equals("static"),
        properties.choiceOrDefault("cache.strong").equals("bypass"),
        properties.list("sql-session-factories"),
        properties.integer("instances", 1, Integer.MAX_VALUE),
        new ConfigPrimary(properties).read(),
        properties.problems().isEmpty() ? ConfigShown.of(properties) : Map.of());
  }

  private RouteSettings route(NodeSettings nodes) {
    return new RouteSettings(
        mode(),
        constant(ConsistencyLevel.class, properties.choiceOrDefault("default-consistency")),
        nodes.defaultGroup(),
        properties.choiceOrDefault("transactions.read-only").equals("replica"),
        new Switches(
            properties.flag("switches.primary-only"),
            properties.flag("switches.read-only"),
            properties.integer("switches.replica-percent", 0, 100)));
  }

  /**
   * Without replicas there is nothing to route to. A jar that is merely on the class path must not
   * disturb, and a profile for development need not name replicas; who asks to route in so many
   * words is told.
   */
  private Mode mode() {
    Mode mode = constant(Mode.class, properties.choiceOrDefault("mode"));
    if (mode != Mode.ROUTE || !properties.names("replicas").isEmpty()) {
      return mode;
    }
    if (properties.isGiven("mode")) {
      properties.problem(
          "mode",
          "must be observe or off where no replica is configured, but was route; add one under"
              + " rwsplit.replicas, or remove the key");
    }
    return Mode.OFF;
  }

  private SessionSettings session() {
    List<String> keys = properties.list("session.key");
    for (String key : keys) {
      if (!key.matches("(header|cookie):[!-~&&[^:,;]]+|http-session|principal|bean")) {
        properties.problem(
            "session.key",
            "must consist of header:NAME, cookie:NAME, http-session, principal and bean, but has "
                + key);
      }
    }
    if (Set.copyOf(keys).size() < keys.size()) {
      properties.problem("session.key", "must name each source once, but was " + keys);
    }
    return new SessionSettings(
        keys,
        constant(SessionSettings.Strategy.class, properties.choiceOrDefault("session.strategy")),
        Objects.requireNonNull(properties.duration("session.window")),
        Objects.requireNonNull(properties.duration("session.wait")),
        properties.flag("session.eventual-follows-writes"),
        constant(SessionSettings.Anonymous.class, properties.choiceOrDefault("session.anonymous")),
        token(),
        constant(SessionSettings.Store.class, properties.choiceOrDefault("session.store")));
  }

  private SessionSettings.Token token() {
    boolean enabled = properties.flag("session.token.enabled");
    String name = properties.textOrDefault("session.token.name");
    if (!name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
      properties.problem(
          "session.token.name",
          "must be a name for a cookie and a header, of letters, digits and dashes, but was "
              + name);
    }
    List<String> secrets = properties.list("session.token.secrets");
    if (enabled && secrets.isEmpty()) {
      properties.problem(
          "session.token.secrets",
          "must have at least one secret where rwsplit.session.token.enabled is true, but has none");
    }
    for (int i = 0; i < secrets.size(); i++) {
      int length = secrets.get(i).length();
      if (length < SHORTEST_SECRET) {
        properties.problem(
            "session.token.secrets[" + i + "]",
            "must have at least %d characters, best random ones, but has %d"
                .formatted(SHORTEST_SECRET, length));
      }
    }
    if (Set.copyOf(secrets).size() < secrets.size()) {
      properties.problem("session.token.secrets", "must have each secret once, but has one twice");
    }
    return new SessionSettings.Token(enabled, name, secrets);
  }

  private DeclarationSettings declarations(Set<String> groups, Duration leastMaxLag) {
    List<DeclaredStatements> declared = new ArrayList<>();
    properties.names("declarations").stream()
        .sorted((a, b) -> Integer.compare(Integer.parseInt(a), Integer.parseInt(b)))
        .forEach(index -> declared.add(declaration("declarations." + index, groups, leastMaxLag)));
    return new DeclarationSettings(
        declared, groups, leastMaxLag, properties.choiceOrDefault("undeclared").equals("fail"));
  }

  private DeclaredStatements declaration(String key, Set<String> groups, Duration leastMaxLag) {
    List<String> statements = properties.list(key + ".statements");
    if (statements.isEmpty()) {
      properties.problem(key + ".statements", "must name at least one statement, but is missing");
    }
    for (String pattern : statements) {
      if (!StatementPattern.isOne(pattern)) {
        properties.problem(
            key + ".statements",
            "must be statement ids in which * or ** stands for whole segments, but has " + pattern);
      }
    }
    String level = properties.choice(key + ".level");
    if (level == null && !properties.isGiven(key + ".level")) {
      properties.problem(key + ".level", "must be STRONG, SESSION or EVENTUAL, but is missing");
    }
    String group = properties.text(key + ".group");
    if (group != null && !groups.contains(group)) {
      properties.problem(
          key + ".group", "must be one of the groups %s, but was %s".formatted(groups, group));
    }
    Duration maxLag = properties.duration(key + ".max-lag");
    if (maxLag != null && maxLag.compareTo(leastMaxLag) < 0) {
      properties.problem(
          key + ".max-lag",
          "must be at least %s, which is four times rwsplit.lag.probe-interval, because lag is not seen any finer, but was %s"
              .formatted(WrittenDuration.text(leastMaxLag), properties.text(key + ".max-lag")));
    }
    return new DeclaredStatements(statements, declaration(level, group, maxLag));
  }

  private static Declaration declaration(
      @Nullable String level, @Nullable String group, @Nullable Duration maxLag) {
    ConsistencyLevel read =
        level == null ? ConsistencyLevel.STRONG : constant(ConsistencyLevel.class, level);
    return new Declaration(read, group, maxLag, false, OnEmpty.RETURN);
  }

  static <E extends Enum<E>> E constant(Class<E> type, String choice) {
    return Enum.valueOf(type, choice.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
