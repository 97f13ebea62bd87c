package io.github.rwsplit;

import io.github.rwsplit.node.NodeSettings;
import io.github.rwsplit.node.NodeSettings.Group;
import io.github.rwsplit.node.NodeSettings.Replica;
import io.github.rwsplit.node.NodeSettings.WhenNone;
import io.github.rwsplit.session.SessionSettings;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the replicas, their groups and the budget of reads that fall back to the primary. */
final class ConfigNodes {

  private static final String NAME = "[A-Za-z0-9_-]+";

  private final ConfigProperties properties;
  private final ConfigLag lag;
  private final String defaultGroup;
  private final Map<String, Group> groups = new LinkedHashMap<>();
  private final Map<String, Replica> replicas = new LinkedHashMap<>();

  ConfigNodes(ConfigProperties properties) {
    this.properties = properties;
    this.lag = new ConfigLag(properties);
    this.defaultGroup = defaultGroup();
  }

  /** Its name becomes part of keys, so that it has to be one. */
  private String defaultGroup() {
    String given = properties.textOrDefault("default-group");
    if (given.matches(NAME)) {
      return given;
    }
    properties.problem(
        "default-group", "must consist of letters, digits, - and _ only, but was " + given);
    return Objects.requireNonNull(ConfigKeys.named("default-group").defaultValue());
  }

  NodeSettings read(SessionSettings.Strategy strategy) {
    Set<String> names = new LinkedHashSet<>();
    names.add(defaultGroup);
    names.addAll(properties.names("groups"));
    names.forEach(name -> groups.put(name, group(name)));
    properties.names("replicas").forEach(name -> replicas.put(name, replica(name)));
    return new NodeSettings(
        replicas,
        groups,
        defaultGroup,
        properties.integer("fallback.max-concurrent", 0, Integer.MAX_VALUE),
        properties.choiceOrDefault("fallback.when-exhausted").equals("stale"),
        lag.settings(),
        strategy);
  }

  private Group group(String name) {
    String key = "groups." + name;
    checkName(key, name);
    String whenNone = properties.choiceOrDefault(key + ".when-none");
    return new Group(
        properties.textOrDefault(key + ".load-balancer"),
        WhenNone.valueOf(whenNone.toUpperCase(Locale.ROOT)),
        lag.limits(key));
  }

  private Replica replica(String name) {
    String key = "replicas." + name;
    checkName(key, name);
    if (name.equalsIgnoreCase("primary")) {
      properties.problem(key, "must not be named as the primary is; give it another name");
    }
    String url = properties.text(key + ".url");
    String bean = properties.text(key + ".data-source");
    String username = properties.text(key + ".username");
    String password = properties.text(key + ".password");
    Map<String, String> pool = ConfigPool.read(properties, key + ".pool");
    checkAddress(key, url, bean);
    if (bean != null && (username != null || password != null || !pool.isEmpty())) {
      properties.problem(
          key + ".data-source",
          "must stand without username, password and pool: the bean has its own");
    }
    int weight = properties.integer(key + ".weight", 0, 1_000_000);
    return new Replica(url, bean, username, password, weight, groupsOf(key), pool);
  }

  private void checkAddress(String key, @Nullable String url, @Nullable String bean) {
    if (url == null && bean == null) {
      properties.problem(key, "must have a url or a data-source, but has neither");
    } else if (url != null && bean != null) {
      properties.problem(key, "must have either a url or a data-source, but has both");
    } else if (url != null && !url.startsWith("jdbc:")) {
      // Not the value: addresses may hold a password.
      properties.problem(key + ".url", "must begin with jdbc:, but begins otherwise");
    } else if (bean != null && bean.contains(":")) {
      properties.problem(
          key + ".data-source", "must be the name of a bean, but has a colon; an address is a url");
    }
  }

  private Set<String> groupsOf(String key) {
    List<String> given = properties.list(key + ".groups");
    for (String group : given) {
      if (!groups.containsKey(group)) {
        properties.problem(
            key + ".groups",
            "must be among the groups %s, but has %s; add it under rwsplit.groups"
                .formatted(groups.keySet(), group));
      }
    }
    return new LinkedHashSet<>(given.isEmpty() ? List.of(defaultGroup) : given);
  }

  private void checkName(String key, String name) {
    if (!name.matches(NAME)) {
      properties.problem(key, "must be named by letters, digits, - and _ only");
    }
  }
}
