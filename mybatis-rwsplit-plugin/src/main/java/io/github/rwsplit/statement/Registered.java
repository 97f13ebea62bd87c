package io.github.rwsplit.statement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.ibatis.builder.IncompleteElementException;
import org.apache.ibatis.exceptions.PersistenceException;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.SqlSource;
import org.apache.ibatis.session.Configuration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The statements that a configuration knows, and the way back to them from the copies that plugins
 * make. A pager's copy has another id, but the very {@link SqlSource} of its original.
 */
final class Registered {

  private static final Logger LOG = LoggerFactory.getLogger(Registered.class);

  private final Configuration configuration;
  private volatile IdentityHashMap<SqlSource, List<MappedStatement>> bySource =
      new IdentityHashMap<>();

  Registered(Configuration configuration) {
    this.configuration = configuration;
  }

  /** Finds a statement without asking for all statements to be complete; null: none of that id. */
  static @Nullable MappedStatement statement(Configuration configuration, String id) {
    if (!configuration.hasStatement(id, false)) {
      return null;
    }
    try {
      return configuration.getMappedStatement(id, false);
    } catch (IllegalArgumentException ambiguousShortName) {
      LOG.debug("{} names no single statement", id, ambiguousShortName);
      return null;
    }
  }

  /**
   * All statements, ordered by id. Those that wait for something are completed first.
   *
   * @throws IncompleteElementException while one refers to something that is not loaded yet; as
   *     long as that is so MyBatis refuses to run any statement
   */
  static List<MappedStatement> all(Configuration configuration) {
    Set<MappedStatement> found = Collections.newSetFromMap(new IdentityHashMap<>());
    // short names that are not unique hold a marker of another type in the same map
    Collection<?> values = configuration.getMappedStatements();
    for (Object value : values) {
      if (value instanceof MappedStatement statement) {
        found.add(statement);
      }
    }
    List<MappedStatement> sorted = new ArrayList<>(found);
    sorted.sort(Comparator.comparing(MappedStatement::getId));
    return sorted;
  }

  /**
   * Finds the registered statement that a statement is, or is a copy of.
   *
   * @return null if it cannot be told
   */
  @Nullable MappedStatement original(MappedStatement statement) {
    MappedStatement sameId = statement(configuration, statement.getId());
    if (sameId == statement) {
      return statement;
    }
    MappedStatement original = sole(bySource.get(statement.getSqlSource()));
    if (original == null) {
      original = sameId;
    }
    if (original == null) {
      original = bySource(statement.getSqlSource());
    }
    if (original == null && statement.getConfiguration() != configuration) {
      original = ofOtherConfiguration(statement);
    }
    return original;
  }

  private @Nullable MappedStatement bySource(SqlSource source) {
    IdentityHashMap<SqlSource, List<MappedStatement>> fresh = index(configuration);
    bySource = fresh;
    return sole(fresh.get(source));
  }

  /** A pager with a static cache hands out the copy that it made for another session factory. */
  private @Nullable MappedStatement ofOtherConfiguration(MappedStatement statement) {
    MappedStatement theirs =
        sole(index(statement.getConfiguration()).get(statement.getSqlSource()));
    return theirs == null ? null : statement(configuration, theirs.getId());
  }

  private static IdentityHashMap<SqlSource, List<MappedStatement>> index(
      Configuration configuration) {
    IdentityHashMap<SqlSource, List<MappedStatement>> index = new IdentityHashMap<>();
    try {
      for (MappedStatement statement : all(configuration)) {
        index.computeIfAbsent(statement.getSqlSource(), any -> new ArrayList<>(1)).add(statement);
      }
    } catch (PersistenceException e) {
      LOG.debug("Statements cannot be listed now", e);
    }
    return index;
  }

  private static @Nullable MappedStatement sole(@Nullable List<MappedStatement> found) {
    return found != null && found.size() == 1 ? found.get(0) : null;
  }
}
