package io.github.rwsplit.statement;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.ibatis.mapping.Discriminator;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.ResultMap;
import org.apache.ibatis.mapping.ResultMapping;
import org.apache.ibatis.session.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * All selects that run because the result of a statement is mapped: by {@code select} of an
 * association, a collection or a constructor argument, in nested result maps and in every case of a
 * discriminator, eager or lazy, and those which these load in turn.
 *
 * @param loaded the selects, without the statement itself
 * @param missing ids of selects that are not known to MyBatis, or not yet
 */
record NestedSelects(Set<MappedStatement> loaded, Set<String> missing) {

  static NestedSelects of(Configuration configuration, MappedStatement parent) {
    NestedSelects found = new NestedSelects(new LinkedHashSet<>(), new LinkedHashSet<>());
    Deque<MappedStatement> open = new ArrayDeque<>();
    open.add(parent);
    while (!open.isEmpty()) {
      for (String id : selectsOf(configuration, open.remove())) {
        MappedStatement nested = Registered.statement(configuration, id);
        if (nested == null) {
          found.missing.add(id);
        } else if (nested != parent && found.loaded.add(nested)) {
          open.add(nested);
        }
      }
    }
    return found;
  }

  private static Set<String> selectsOf(Configuration configuration, MappedStatement statement) {
    Set<String> selects = new LinkedHashSet<>();
    Set<String> seen = new HashSet<>();
    for (ResultMap map : statement.getResultMaps()) {
      collect(configuration, map, selects, seen);
    }
    return selects;
  }

  private static void collect(
      Configuration configuration, ResultMap map, Set<String> selects, Set<String> seen) {
    if (!seen.add(map.getId())) {
      return;
    }
    for (ResultMapping mapping : map.getResultMappings()) {
      if (mapping.getNestedQueryId() != null) {
        selects.add(mapping.getNestedQueryId());
      }
      collect(configuration, mapping.getNestedResultMapId(), selects, seen);
    }
    Discriminator discriminator = map.getDiscriminator();
    if (discriminator != null) {
      for (String id : discriminator.getDiscriminatorMap().values()) {
        collect(configuration, id, selects, seen);
      }
    }
  }

  private static void collect(
      Configuration configuration, @Nullable String map, Set<String> selects, Set<String> seen) {
    if (map != null && configuration.hasResultMap(map)) {
      collect(configuration, configuration.getResultMap(map), selects, seen);
    }
  }
}
