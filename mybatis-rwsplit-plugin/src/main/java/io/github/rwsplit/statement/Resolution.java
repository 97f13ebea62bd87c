package io.github.rwsplit.statement;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.annotation.OnEmpty;
import io.github.rwsplit.statement.StatementProfile.Role;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import org.apache.ibatis.executor.keygen.SelectKeyGenerator;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.SqlCommandType;
import org.apache.ibatis.session.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * One look at what registered statements declare: at a single statement when it is first seen, or
 * at all of them. It collects mistakes and doubts, reads each mapper file once, and is thrown away.
 */
final class Resolution {

  /** What a statement declares itself; null: nothing. */
  private record Own(@Nullable Declaration declaration) {}

  /**
   * What a statement declares with all that it loads.
   *
   * @param own what it declares itself; null: nothing
   * @param effective the strictest of all; null: nothing is declared
   * @param complete false if it loads a select that is not known yet
   */
  record Resolved(@Nullable Declaration own, @Nullable Declaration effective, boolean complete) {}

  final Set<String> problems = new LinkedHashSet<>();
  final Set<String> warnings = new LinkedHashSet<>();

  /** Selects that declare nothing, with the level of the strictest that loads them. */
  final IdentityHashMap<MappedStatement, ConsistencyLevel> loadedBy = new IdentityHashMap<>();

  private final Configuration configuration;
  private final DeclarationSettings settings;
  private final DeclaredPatterns patterns;
  private final Mappers mappers;
  private final IdentityHashMap<MappedStatement, Own> known = new IdentityHashMap<>();

  Resolution(Configuration configuration, DeclarationSettings settings, DeclaredPatterns patterns) {
    this.configuration = configuration;
    this.settings = settings;
    this.patterns = patterns;
    this.mappers = new Mappers(configuration, warnings::add);
  }

  Mappers mappers() {
    return mappers;
  }

  static Role role(MappedStatement statement) {
    if (statement.getId().endsWith(SelectKeyGenerator.SELECT_KEY_SUFFIX)) {
      return Role.SELECT_KEY;
    }
    return statement.getSqlCommandType() == SqlCommandType.SELECT ? Role.SELECT : Role.WRITE;
  }

  static String resource(MappedStatement statement) {
    // MyBatis says so of every annotated mapper, and is right
    return String.valueOf(statement.getResource()).replace(" (best guess)", "");
  }

  /** Looks at a statement and all that it loads. The rule is stated at {@link StatementCatalog}. */
  Resolved resolve(MappedStatement statement) {
    Declaration own = own(statement);
    if (role(statement) != Role.SELECT) {
      return new Resolved(null, null, true);
    }
    ConsistencyLevel level = own == null ? ConsistencyLevel.EVENTUAL : own.level();
    Duration maxLag = own == null ? null : own.maxLag();
    NestedSelects nested = NestedSelects.of(configuration, statement);
    for (MappedStatement child : nested.loaded()) {
      Declaration declared = own(child);
      if (role(child) != Role.SELECT || child.isDirtySelect()) {
        level = ConsistencyLevel.STRONG;
      } else if (declared != null) {
        level = level.stricter(declared.level());
        maxLag = narrower(maxLag, declared.maxLag());
      }
    }
    if (!nested.missing().isEmpty()) {
      level = ConsistencyLevel.STRONG;
      warnings.add(
          statement.getId()
              + " loads "
              + nested.missing()
              + ", which is not known to MyBatis yet; it runs on the primary until it is ("
              + resource(statement)
              + ")");
    }
    Declaration effective;
    if (own == null) {
      boolean free = level == ConsistencyLevel.EVENTUAL && maxLag == null;
      effective = free ? null : Declaration.of(ConsistencyLevel.STRONG);
    } else {
      effective = new Declaration(level, own.group(), maxLag, own.sideEffectFree(), own.onEmpty());
      warnOfGroups(statement, effective, nested);
    }
    if (effective != null && effective.level() != ConsistencyLevel.EVENTUAL) {
      inherit(effective.level(), nested);
    }
    return new Resolved(own, effective, nested.missing().isEmpty());
  }

  private void inherit(ConsistencyLevel level, NestedSelects nested) {
    for (MappedStatement child : nested.loaded()) {
      if (role(child) == Role.SELECT && own(child) == null) {
        loadedBy.merge(child, level, ConsistencyLevel::stricter);
      }
    }
  }

  private void warnOfGroups(
      MappedStatement statement, Declaration effective, NestedSelects nested) {
    for (MappedStatement child : nested.loaded()) {
      Declaration declared = own(child);
      if (effective.level() != ConsistencyLevel.STRONG
          && declared != null
          && !Objects.equals(declared.group(), effective.group())) {
        warnings.add(
            child.getId()
                + " runs in "
                + groupText(effective)
                + " and not in "
                + groupText(declared)
                + " where "
                + statement.getId()
                + " loads it; let both declare one group ("
                + resource(statement)
                + ")");
      }
    }
  }

  private static String groupText(Declaration declaration) {
    return declaration.group() == null
        ? "the default group"
        : "group '" + declaration.group() + "'";
  }

  private static @Nullable Duration narrower(@Nullable Duration one, @Nullable Duration other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.compareTo(other) <= 0 ? one : other;
  }

  private @Nullable Declaration own(MappedStatement statement) {
    Own own = known.get(statement);
    if (own == null) {
      own = new Own(role(statement) == Role.SELECT_KEY ? null : find(statement));
      known.put(statement, own);
    }
    return own.declaration();
  }

  private @Nullable Declaration find(MappedStatement statement) {
    String id = statement.getId();
    int dot = id.lastIndexOf('.');
    String namespace = dot < 0 ? "" : id.substring(0, dot);
    MapperInterface mapper = mappers.ofNamespace(namespace);
    MapperXml file = mappers.xml(statement, mapper);
    Attributes inXml = file == null ? null : attributes(file, statement);
    Set<Consistency> onMethod = mapper == null ? Set.of() : mapper.onMethod(id.substring(dot + 1));
    if (role(statement) == Role.WRITE) {
      refuseOnWrite(statement, !onMethod.isEmpty(), inXml != null);
      return null;
    }
    Set<Consistency> onType = mapper == null ? Set.of() : mapper.onType(id.substring(dot + 1));
    Attributes byType = sole(onType, "interfaces of " + id, statement);
    Attributes byFile = file == null ? null : file.defaults();
    Declaration defaults =
        defaults(statement, namespace, mapper != null && mapper.isAnnotated(), byType, byFile);
    Attributes byMethod = sole(onMethod, id, statement);
    Declaration declared = byMethod == null ? null : check(id, byMethod, statement);
    if (inXml != null) {
      Attributes outer = byFile != null ? byFile : byType;
      boolean whole = inXml.consistency() != null || outer == null;
      Declaration xml =
          check(id, whole ? inXml : inXml.over(Objects.requireNonNull(outer)), statement);
      if (byMethod != null) {
        agree(id, "its <select>", xml, "@Consistency of its method", declared, statement);
      }
      declared = declared == null ? xml : declared;
    }
    return withPattern(declared == null ? defaults : declared, patterns.match(id));
  }

  private static @Nullable Attributes attributes(MapperXml file, MappedStatement statement) {
    MapperXml.Statement found =
        file.statements().get(new MapperXml.Key(statement.getId(), statement.getDatabaseId()));
    return found == null ? null : found.attributes();
  }

  private void refuseOnWrite(MappedStatement statement, boolean annotated, boolean inXml) {
    if (annotated || inXml) {
      problems.add(
          statement.getId()
              + " must be a select to declare a consistency, but was "
              + statement.getSqlCommandType()
              + ", which always goes to the primary; remove its "
              + (annotated ? "@Consistency" : "attributes")
              + in(statement));
    }
  }

  private @Nullable Declaration defaults(
      MappedStatement statement,
      String namespace,
      boolean annotated,
      @Nullable Attributes byType,
      @Nullable Attributes byFile) {
    Declaration type = byType == null ? null : check(namespace, byType, statement);
    if (byFile == null) {
      return type;
    }
    Declaration file = check(namespace, byFile, statement);
    if (annotated) {
      agree(namespace, "<mapper>", file, "@Consistency of the interface", type, statement);
    }
    return file;
  }

  private void agree(
      String what,
      String oneName,
      @Nullable Declaration one,
      String otherName,
      @Nullable Declaration other,
      MappedStatement statement) {
    if (one != null && other != null && !one.equals(other)) {
      problems.add(
          what
              + " must declare the same in XML and in its annotation, but was "
              + text(one)
              + " in "
              + oneName
              + " and "
              + text(other)
              + " in "
              + otherName
              + in(statement));
    }
  }

  private @Nullable Attributes sole(
      Set<Consistency> annotations, String what, MappedStatement statement) {
    if (annotations.size() > 1) {
      problems.add(
          what
              + " must carry one @Consistency, but was annotated differently in "
              + annotations.size()
              + " places that are equally near"
              + in(statement));
    }
    return annotations.isEmpty() ? null : Attributes.of(annotations.iterator().next());
  }

  private @Nullable Declaration check(
      String owner, Attributes attributes, MappedStatement statement) {
    return attributes.check(owner, settings, problem -> problems.add(problem + in(statement)));
  }

  private static String in(MappedStatement statement) {
    return " (" + resource(statement) + ")";
  }

  /** The stricter of the mapper and the configuration; what a mapper names it keeps. */
  private static @Nullable Declaration withPattern(
      @Nullable Declaration mapper, @Nullable Declaration pattern) {
    if (mapper == null || pattern == null) {
      return mapper == null ? pattern : mapper;
    }
    return new Declaration(
        mapper.level().stricter(pattern.level()),
        mapper.group() != null ? mapper.group() : pattern.group(),
        narrower(mapper.maxLag(), pattern.maxLag()),
        mapper.sideEffectFree(),
        mapper.onEmpty());
  }

  private static String text(Declaration declaration) {
    StringBuilder text = new StringBuilder(declaration.level().name());
    if (declaration.group() != null) {
      text.append(" group=").append(declaration.group());
    }
    if (declaration.maxLag() != null) {
      text.append(" maxLag=").append(WrittenDuration.text(declaration.maxLag()));
    }
    if (declaration.sideEffectFree()) {
      text.append(" sideEffectFree=true");
    }
    return text.append(declaration.onEmpty() == OnEmpty.PRIMARY ? " onEmpty=PRIMARY" : "")
        .toString();
  }
}
