package io.github.rwsplit.statement;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.statement.Resolution.Resolved;
import io.github.rwsplit.statement.StatementProfile.Role;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.ibatis.builder.IncompleteElementException;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.session.Configuration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One look at all statements of a configuration. */
final class Verification {

  private static final Logger LOG = LoggerFactory.getLogger(StatementCatalog.class);
  private static final String COUNT = "_COUNT";

  private final Configuration configuration;
  private final DeclarationSettings settings;
  private final DeclaredPatterns patterns;
  private final Resolution resolution;
  private final IdentityHashMap<MappedStatement, StatementProfile> profiles =
      new IdentityHashMap<>();
  private final Map<String, Declaration> effective = new TreeMap<>();
  private final List<String> selects = new ArrayList<>();
  private final List<String> others = new ArrayList<>();
  private final Map<ConsistencyLevel, Integer> declared = new EnumMap<>(ConsistencyLevel.class);
  private int undeclared;

  Verification(
      Configuration configuration,
      DeclarationSettings settings,
      DeclaredPatterns patterns,
      Resolution resolution) {
    this.configuration = configuration;
    this.settings = settings;
    this.patterns = patterns;
    this.resolution = resolution;
    for (ConsistencyLevel level : ConsistencyLevel.values()) {
      declared.put(level, 0);
    }
  }

  /** The profiles of all statements that need not be looked at again. */
  IdentityHashMap<MappedStatement, StatementProfile> profiles() {
    return profiles;
  }

  DeclarationSummary run() {
    resolution.problems.addAll(patterns.problems());
    try {
      Registered.all(configuration).forEach(this::look);
      resolution.problems.addAll(patterns.unused(selects, others));
      selects.forEach(this::compareCount);
      configuration.getMapperRegistry().getMappers().forEach(this::lookForIdleAnnotations);
    } catch (IncompleteElementException e) {
      resolution.warnings.add(
          "Statements cannot be listed while one of them is incomplete, so each is checked when it"
              + " is first seen: "
              + e.getMessage());
    }
    resolution.warnings.forEach(LOG::warn);
    if (!resolution.problems.isEmpty()) {
      throw new DeclarationException(new ArrayList<>(resolution.problems));
    }
    return new DeclarationSummary(declared, undeclared, new ArrayList<>(resolution.warnings));
  }

  private void look(MappedStatement statement) {
    Resolved resolved = resolution.resolve(statement);
    if (resolved.complete()) {
      profiles.put(statement, StatementCatalog.profile(statement, resolved));
    }
    if (Resolution.role(statement) != Role.SELECT) {
      others.add(statement.getId());
      return;
    }
    selects.add(statement.getId());
    Declaration declaration = resolved.effective();
    if (declaration != null) {
      effective.put(statement.getId(), declaration);
    }
    if (resolved.own() == null || declaration == null) {
      undeclared++;
    } else {
      declared.merge(declaration.level(), 1, Integer::sum);
    }
    if (settings.failUndeclared()) {
      refuseUndeclared(statement, resolved, resolution);
    }
  }

  static void refuseUndeclared(
      MappedStatement statement, Resolved resolved, Resolution resolution) {
    if (Resolution.role(statement) == Role.SELECT
        && resolved.own() == null
        && !statement.isDirtySelect()) {
      resolution.problems.add(
          statement.getId()
              + " must declare a consistency since rwsplit.undeclared is fail, but was undeclared;"
              + " add @Consistency, the attribute consistency or an entry of rwsplit.declarations ("
              + Resolution.resource(statement)
              + ")");
    }
  }

  /** A pager takes a count that somebody wrote by hand for granted, whatever it declares. */
  private void compareCount(String id) {
    String page = id.endsWith(COUNT) ? id.substring(0, id.length() - COUNT.length()) : "";
    if (selects.contains(page)) {
      String ofCount = text(effective.get(id));
      String ofPage = text(effective.get(page));
      if (!ofCount.equals(ofPage)) {
        resolution.warnings.add(
            id + " is " + ofCount + ", but the page it counts, " + page + ", is " + ofPage);
      }
    }
  }

  private static String text(@Nullable Declaration declaration) {
    return declaration == null
        ? "undeclared"
        : declaration.level()
            + (declaration.group() == null ? "" : " in group '" + declaration.group() + "'");
  }

  private void lookForIdleAnnotations(Class<?> mapper) {
    MapperInterface type =
        Objects.requireNonNull(resolution.mappers().ofNamespace(mapper.getName()));
    for (Method method : type.annotatedMethods()) {
      if (!belongsToStatement(mapper, method)) {
        resolution.warnings.add(
            "@Consistency of "
                + mapper.getName()
                + "."
                + method.getName()
                + " has no effect, since there is no such statement; remove it");
      }
    }
  }

  /** MyBatis looks for the statement of an inherited method under each interface on the way up. */
  private boolean belongsToStatement(Class<?> type, Method method) {
    if (!method.getDeclaringClass().isAssignableFrom(type)) {
      return false;
    }
    if (configuration.hasStatement(type.getName() + "." + method.getName(), false)) {
      return true;
    }
    for (Class<?> parent : type.getInterfaces()) {
      if (belongsToStatement(parent, method)) {
        return true;
      }
    }
    return false;
  }
}
