package io.github.rwsplit.cli.lint;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One mapper file.
 *
 * @param namespace its namespace
 * @param file its path
 * @param defaults what {@code <mapper>} declares; null: nothing
 * @param statements its statements
 * @param fragments its {@code <sql>} elements by full id
 * @param resultMaps its result maps by full id
 */
record MapperFile(
    String namespace,
    String file,
    @Nullable Words defaults,
    List<Statement> statements,
    Map<String, Piece.Tag> fragments,
    Map<String, ResultMap> resultMaps) {

  private static final Set<String> TAGS = Set.of("select", "insert", "update", "delete");

  /** One statement. */
  record Statement(String id, Piece.Tag tag, @Nullable Words words, Place place) {}

  /** What a result map loads: selects, and other result maps. */
  record ResultMap(List<String> selects, List<String> maps) {}

  static MapperFile of(Piece.Tag root, String file) {
    String namespace = root.attribute("namespace");
    MapperFile mapper =
        new MapperFile(
            namespace,
            file,
            Words.of(root.attributes(), new Place(file, root.line())),
            new ArrayList<>(),
            new LinkedHashMap<>(),
            new LinkedHashMap<>());
    for (Piece piece : root.inside()) {
      if (piece instanceof Piece.Tag tag) {
        String id = full(namespace, tag.attribute("id"));
        if (TAGS.contains(tag.name())) {
          Place place = new Place(file, tag.line());
          mapper.statements.add(new Statement(id, tag, Words.of(tag.attributes(), place), place));
        } else if (tag.name().equals("sql")) {
          mapper.fragments.putIfAbsent(id, tag);
        } else if (tag.name().equals("resultMap")) {
          mapper.resultMap(id, tag);
        }
      }
    }
    return mapper;
  }

  /** As MyBatis completes a name: one with a dot is complete. */
  static String full(String namespace, String id) {
    return id.indexOf('.') >= 0 || namespace.isEmpty() ? id : namespace + "." + id;
  }

  private void resultMap(String id, Piece.Tag tag) {
    ResultMap found = new ResultMap(new ArrayList<>(), new ArrayList<>());
    if (!tag.attribute("extends").isEmpty()) {
      found.maps.add(full(namespace, tag.attribute("extends")));
    }
    collect(tag, found);
    resultMaps.putIfAbsent(id, found);
  }

  private void collect(Piece.Tag tag, ResultMap found) {
    for (Piece piece : tag.inside()) {
      if (piece instanceof Piece.Tag inner) {
        if (!inner.attribute("select").isEmpty()) {
          found.selects.add(full(namespace, inner.attribute("select")));
        }
        if (!inner.attribute("resultMap").isEmpty()) {
          found.maps.add(full(namespace, inner.attribute("resultMap")));
        }
        collect(inner, found);
      }
    }
  }
}
