package io.github.rwsplit.cli.lint;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.cli.log.InputException;
import io.github.rwsplit.statement.StatementPattern;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Puts together what mappers declare, by the rules of the library, and holds it against them. */
public final class Linter {

  /**
   * One entry of {@code rwsplit.declarations}.
   *
   * @param statements its patterns
   * @param level its level
   * @param group its group; null: the default one
   */
  public record Declared(List<String> statements, String level, @Nullable String group) {
    /** Copies what may be mutable. */
    public Declared {
      statements = List.copyOf(statements);
    }
  }

  /**
   * What is known beside the mappers.
   *
   * @param declarations {@code rwsplit.declarations}
   * @param groups the known groups; empty: not known
   * @param failUndeclared whether an undeclared select is an error
   * @param file where the declarations stand
   */
  public record Settings(
      List<Declared> declarations, Set<String> groups, boolean failUndeclared, String file) {
    /** Copies what may be mutable. */
    public Settings {
      declarations = List.copyOf(declarations);
      groups = Set.copyOf(groups);
    }
  }

  private final Settings settings;
  private final Sources sources;
  private final Mappers mappers = new Mappers();
  private final List<LintFinding> findings = new ArrayList<>();
  private final Map<String, Statement> statements = new TreeMap<>();

  /**
   * Makes one.
   *
   * @param base the directory that paths are shown relative to
   * @param settings what is known beside the mappers
   */
  public Linter(Path base, Settings settings) {
    this.sources = new Sources(base);
    this.settings = settings;
  }

  /**
   * Reads what lies under paths and checks it.
   *
   * @param paths directories, jars, mapper files, class files
   * @return what was found
   * @throws InputException if a path cannot be read
   */
  public LintResult lint(List<Path> paths) throws InputException {
    new PathScanner(sources, new Collector()).scan(paths);
    try {
      sources.index(paths);
    } catch (IOException e) {
      throw new InputException("the sources cannot be listed: " + e.getMessage(), e);
    }
    mappers.files.forEach(this::statements);
    mappers.types.values().forEach(this::statements);
    NestedLevels.apply(statements, this::find);
    statements.values().forEach(this::check);
    lookForIdleAnnotations();
    lookForIdlePatterns();
    return new LintResult(new ArrayList<>(statements.values()), findings);
  }

  /** Takes what the scanner finds. */
  private final class Collector implements PathScanner.Sink {
    @Override
    public void mapper(byte[] content, String file) {
      try {
        Piece.Tag root = XmlReader.read(content);
        if (root.name().equals("mapper")) {
          mappers.add(MapperFile.of(root, file));
        }
      } catch (XmlReader.UnreadableException e) {
        find(
            LintRule.UNREADABLE,
            file,
            "is no readable XML: " + e.getMessage(),
            new Place(file, Math.max(0, e.line())));
      }
    }

    @Override
    public void type(ClassFile type, String file) {
      mappers.add(type, file);
    }

    @Override
    public void unreadable(String file, String reason) {
      find(LintRule.UNREADABLE, file, reason, new Place(file, 0));
    }
  }

  private void find(LintRule rule, String statement, String message, Place place) {
    LintRule.Severity severity =
        rule == LintRule.UNDECLARED && settings.failUndeclared()
            ? LintRule.Severity.error
            : rule.severity();
    findings.add(new LintFinding(rule, severity, statement, message, place));
  }

  private void statements(MapperFile file) {
    ClassFile type = mappers.types.get(file.namespace());
    if (file.defaults() != null && type != null && type.onType != null) {
      agree(file.namespace(), file.defaults(), words(type, null, type.onType));
    }
    for (MapperFile.Statement written : file.statements()) {
      Piece.Tag tag = written.tag();
      Words own = own(file, written);
      Set<String> nested = new LinkedHashSet<>();
      for (String map : tag.attribute("resultMap").split(",", -1)) {
        nested.addAll(mappers.loadedBy(List.of(MapperFile.full(file.namespace(), map.strip()))));
      }
      Piece.Tag whole = mappers.included(tag, file.namespace(), Map.of(), 0);
      String databaseId = tag.attribute("databaseId");
      String id = written.id() + (databaseId.isEmpty() ? "" : " [" + databaseId + "]");
      statements.putIfAbsent(
          id,
          new Statement(
              written.id(),
              tag.name(),
              own,
              "",
              Verdict.of(SqlTexts.of(whole), own != null && own.reviewed()),
              tag.attribute("affectData").equals("true"),
              new ArrayList<>(nested),
              written.place()));
    }
  }

  /** As the library does: the method or the statement, then the interface or the file. */
  private @Nullable Words own(MapperFile file, MapperFile.Statement written) {
    String name = written.id().substring(written.id().lastIndexOf('.') + 1);
    Words annotated = onMethod(file.namespace(), name);
    Words onType = onType(file.namespace(), name);
    Words outer = file.defaults() != null ? file.defaults() : onType;
    Words inXml = written.words();
    if (!written.tag().name().equals("select")) {
      Words wrong = inXml != null ? inXml : annotated;
      if (wrong != null) {
        find(
            LintRule.LEVEL_ON_WRITE,
            written.id(),
            "must be a select to declare a consistency, but is of kind "
                + written.tag().name()
                + ", which always goes to the primary; remove it",
            wrong.place());
      }
      return null;
    }
    if (inXml != null && inXml.consistency() == null && outer != null) {
      inXml = inXml.over(outer);
    }
    if (inXml != null && annotated != null) {
      agree(written.id(), inXml, annotated);
    }
    Words declared = annotated != null ? annotated : inXml != null ? inXml : outer;
    return configured(written.id(), checked(written.id(), declared));
  }

  private @Nullable Words onMethod(String namespace, String name) {
    ClassFile.Method method = mappers.method(namespace, name);
    ClassFile type = mappers.types.get(namespace);
    return method == null || method.consistency == null || type == null
        ? null
        : words(type, name, method.consistency);
  }

  private @Nullable Words onType(String namespace, String name) {
    ClassFile type = mappers.annotatedType(namespace, name);
    return type == null || type.onType == null ? null : words(type, null, type.onType);
  }

  private Words words(ClassFile type, @Nullable String method, Map<String, String> values) {
    ClassFile written = type;
    for (ClassFile member : mappers.family(type.name)) {
      if (method != null && member.methods.stream().anyMatch(m -> m.name.equals(method))) {
        written = member;
        break;
      }
    }
    Place place = place(written, method);
    return Objects.requireNonNullElseGet(
        Words.of(values, place), () -> new Words(null, null, null, null, null, place));
  }

  private Place place(ClassFile type, @Nullable String method) {
    return sources.place(type, mappers.typeFiles.getOrDefault(type.name, type.name), method);
  }

  private void agree(String what, Words xml, Words annotation) {
    if (!xml.agreesWith(annotation)) {
      find(
          LintRule.CONTRADICTION,
          what,
          "must declare the same in XML and in its annotation, but is "
              + xml.text()
              + " in XML and "
              + annotation.text()
              + " at "
              + annotation.place()
              + "; keep one of them",
          xml.place());
    }
  }

  private @Nullable Words checked(String id, @Nullable Words words) {
    if (words != null) {
      Set<String> problems = new LinkedHashSet<>();
      words.check(id, settings.groups(), problems::add);
      for (String problem : problems) {
        LintFinding finding =
            new LintFinding(
                LintRule.BAD_DECLARATION, LintRule.Severity.error, id, problem, words.place());
        if (!findings.contains(finding)) {
          findings.add(finding);
        }
      }
    }
    return words;
  }

  /** The stricter of the mapper and the configuration; what a mapper names it keeps. */
  private @Nullable Words configured(String id, @Nullable Words mapper) {
    for (Declared declared : settings.declarations()) {
      for (String pattern : declared.statements()) {
        if (!matches(pattern, id)) {
          continue;
        }
        Words words =
            new Words(
                declared.level(),
                declared.group(),
                null,
                null,
                null,
                new Place(settings.file(), 0));
        if (mapper == null) {
          return words;
        }
        ConsistencyLevel one = mapper.level();
        ConsistencyLevel other = words.level();
        return one == null || other == null
            ? mapper
            : new Words(one.stricter(other).name(), null, null, null, null, mapper.place())
                .over(mapper)
                .over(words);
      }
    }
    return mapper;
  }

  private static boolean matches(String pattern, String id) {
    try {
      return StatementPattern.of(pattern).matches(id);
    } catch (IllegalArgumentException wrongPattern) {
      return false; // it matches nothing, which is told
    }
  }

  private void statements(ClassFile type) {
    boolean mapper =
        type.isMapper
            || type.methods.stream().anyMatch(method -> !method.statements.isEmpty())
            || mappers.files.stream().anyMatch(file -> file.namespace().equals(type.name));
    if (!mapper) {
      return;
    }
    for (ClassFile member : mappers.family(type.name)) {
      for (ClassFile.Method method : member.methods) {
        for (ClassFile.Sql sql : method.statements) {
          annotated(type, method, sql);
        }
      }
    }
  }

  private void annotated(ClassFile type, ClassFile.Method method, ClassFile.Sql sql) {
    String id = type.name + "." + method.name;
    if (statements.containsKey(id)) {
      return;
    }
    Place place = place(type, method.name);
    Words onMethod = onMethod(type.name, method.name);
    Words own = onMethod != null ? onMethod : onType(type.name, method.name);
    if (!sql.tag().equals("select")) {
      if (onMethod != null) {
        find(
            LintRule.LEVEL_ON_WRITE,
            id,
            "must be a select to declare a consistency, but is of kind "
                + sql.tag()
                + ", which always goes to the primary; remove its @Consistency",
            onMethod.place());
      }
      own = null;
    } else {
      own = configured(id, checked(id, own));
    }
    List<String> maps = new ArrayList<>();
    method.resultMaps.forEach(map -> maps.add(MapperFile.full(type.name, map)));
    Set<String> nested = new LinkedHashSet<>(mappers.loadedBy(maps));
    method.nested.forEach(select -> nested.add(MapperFile.full(type.name, select)));
    statements.put(
        id,
        new Statement(
            id,
            sql.tag(),
            own,
            "",
            verdict(sql, own != null && own.reviewed(), type.name, place),
            sql.affectsData(),
            new ArrayList<>(nested),
            place));
  }

  private Verdict verdict(ClassFile.Sql sql, boolean reviewed, String namespace, Place place) {
    String text = sql.text();
    if (text == null) {
      return Verdict.UNSEEN;
    }
    if (!text.strip().startsWith("<script>")) {
      return Verdict.of(List.of(text), reviewed);
    }
    try {
      Piece.Tag script = XmlReader.read(text.strip());
      return Verdict.of(SqlTexts.of(mappers.included(script, namespace, Map.of(), 0)), reviewed);
    } catch (XmlReader.UnreadableException e) {
      find(
          LintRule.UNREADABLE,
          namespace,
          "has a <script> that is no XML: " + e.getMessage(),
          place);
      return Verdict.UNSEEN;
    }
  }

  private void check(Statement statement) {
    Words own = statement.own();
    if (!statement.isSelect()) {
      return;
    }
    if (own == null) {
      find(
          LintRule.UNDECLARED,
          statement.id(),
          statement.mayLeave()
              ? "declares nothing, so that it stays on the primary"
              : "declares nothing; its SQL keeps it on the primary anyway",
          statement.place());
      return;
    }
    ConsistencyLevel level = own.level();
    if (level == null || level == ConsistencyLevel.STRONG) {
      return;
    }
    if (statement.affectsData()) {
      find(
          LintRule.WEAKER_THAN_ROUTED,
          statement.id(),
          "declares " + level + ", but affectData makes it a write; declare STRONG or nothing",
          statement.place());
    } else if (!statement.verdict().read()) {
      Verdict verdict = statement.verdict();
      find(
          LintRule.WEAKER_THAN_ROUTED,
          statement.id(),
          "declares "
              + level
              + ", but "
              + (verdict.always() ? "its SQL is " : "in some branches its SQL is ")
              + verdict.kind()
              + " and goes to the primary; declare what it needs, or split it",
          statement.place());
    }
  }

  private void lookForIdleAnnotations() {
    for (ClassFile type : mappers.types.values()) {
      boolean mapper =
          type.isMapper
              || statements.keySet().stream().anyMatch(id -> id.startsWith(type.name + "."));
      for (ClassFile.Method method : type.methods) {
        String end = "." + method.name;
        if (method.consistency != null
            && mapper
            && statements.values().stream().noneMatch(s -> belongs(s.id(), type, end))) {
          find(
              LintRule.NO_SUCH_STATEMENT,
              type.name + end,
              "has @Consistency and no statement under these paths; remove it, or name the path of"
                  + " its mapper file too",
              place(type, method.name));
        }
      }
    }
  }

  private boolean belongs(String id, ClassFile type, String end) {
    return id.endsWith(end)
        && mappers.family(id.substring(0, id.length() - end.length())).contains(type);
  }

  private void lookForIdlePatterns() {
    for (Declared declared : settings.declarations()) {
      for (String pattern : declared.statements()) {
        boolean used =
            statements.values().stream().anyMatch(s -> s.isSelect() && matches(pattern, s.id()));
        if (!used) {
          find(
              LintRule.PATTERN_MATCHES_NOTHING,
              pattern,
              "must match at least one select under these paths, but matches none",
              new Place(settings.file(), 0));
        }
      }
    }
  }
}
