package io.github.rwsplit.cli;

import io.github.rwsplit.cli.log.InputException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * What the tool needs of an application's configuration, read from its YAML as it stands: no
 * profiles, no placeholders. Keys are as docs/configuration.md writes them.
 *
 * @param replicas the names of the replicas, each with its weight and groups
 * @param groups all groups that are named
 * @param declarations {@code rwsplit.declarations}, in their order
 * @param defaultGroup {@code rwsplit.default-group}
 */
record ConfigFile(
    Map<String, Replica> replicas,
    Set<String> groups,
    List<Declared> declarations,
    String defaultGroup) {

  /** One replica. */
  record Replica(int weight, Set<String> groups) {}

  /** One entry of {@code rwsplit.declarations}. */
  record Declared(List<String> statements, String level, @Nullable String group) {}

  static ConfigFile empty() {
    return new ConfigFile(Map.of(), Set.of(), List.of(), "online");
  }

  static ConfigFile read(@Nullable Path file) throws InputException {
    if (file == null) {
      return empty();
    }
    Map<String, Object> all = new LinkedHashMap<>();
    try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
      for (Object document : yaml.loadAll(in)) {
        all.putAll(map(map(document).get("rwsplit")));
      }
    } catch (IOException | YAMLException e) {
      throw new InputException(
          file + " cannot be read as YAML: " + e.getMessage() + "; name an application.yml", e);
    }
    if (all.isEmpty()) {
      throw new InputException(file + " has no rwsplit: in it; name the file that has");
    }
    return of(all, file);
  }

  private static ConfigFile of(Map<String, Object> all, Path file) throws InputException {
    Object given = all.get("default-group");
    String defaultGroup = given == null ? "online" : given.toString();
    Map<String, Replica> replicas = new LinkedHashMap<>();
    Set<String> groups = new LinkedHashSet<>(map(all.get("groups")).keySet());
    groups.add(defaultGroup);
    for (Map.Entry<String, Object> entry : map(all.get("replicas")).entrySet()) {
      Map<String, Object> replica = map(entry.getValue());
      Set<String> own = new LinkedHashSet<>(texts(replica.get("groups")));
      if (own.isEmpty()) {
        own.add(defaultGroup);
      }
      groups.addAll(own);
      replicas.put(entry.getKey(), new Replica(weight(replica, entry.getKey(), file), own));
    }
    List<Declared> declarations = new ArrayList<>();
    Object list = all.get("declarations");
    for (Object item : list instanceof List<?> items ? items : List.of()) {
      Map<String, Object> declared = map(item);
      Object group = declared.get("group");
      declarations.add(
          new Declared(
              texts(declared.get("statements")),
              String.valueOf(declared.get("level")),
              group == null ? null : group.toString()));
    }
    return new ConfigFile(replicas, groups, declarations, defaultGroup);
  }

  private static int weight(Map<String, Object> replica, String name, Path file)
      throws InputException {
    Object weight = replica.get("weight");
    if (weight == null) {
      return 1;
    }
    if (weight instanceof Integer number && number >= 0) {
      return number;
    }
    throw new InputException(
        "rwsplit.replicas."
            + name
            + ".weight must be a number of 0 or more, but was "
            + weight
            + " in "
            + file
            + "; placeholders are not resolved here, give --weight "
            + name
            + "=N");
  }

  private static Map<String, Object> map(@Nullable Object value) {
    Map<String, Object> map = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> read) {
      read.forEach((key, item) -> map.put(String.valueOf(key), item == null ? "" : item));
    }
    return map;
  }

  private static List<String> texts(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(String::valueOf).toList();
    }
    return value == null || value.toString().isBlank() ? List.of() : elements(value.toString());
  }

  /** What stands between commas, without the blanks around it. */
  static List<String> elements(String list) {
    return Arrays.stream(list.split(",")).map(String::strip).toList();
  }
}
