package io.github.rwsplit.cli.lint;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Everything that was found under the paths, before it is put together. */
final class Mappers {

  final List<MapperFile> files = new ArrayList<>();
  final Map<String, ClassFile> types = new TreeMap<>();
  final Map<String, String> typeFiles = new LinkedHashMap<>();
  final Map<String, Piece.Tag> fragments = new LinkedHashMap<>();
  final Map<String, MapperFile.ResultMap> resultMaps = new LinkedHashMap<>();

  void add(MapperFile file) {
    files.add(file);
    file.fragments().forEach(fragments::putIfAbsent);
    file.resultMaps().forEach(resultMaps::putIfAbsent);
  }

  void add(ClassFile type, String file) {
    types.put(type.name, type);
    typeFiles.put(type.name, file);
  }

  /** An interface and those that it inherits from, the nearest first. */
  List<ClassFile> family(String name) {
    Map<String, ClassFile> found = new LinkedHashMap<>();
    List<String> open = new ArrayList<>(List.of(name));
    for (int i = 0; i < open.size() && i < 1_000; i++) {
      ClassFile type = types.get(open.get(i));
      if (type != null && found.putIfAbsent(type.name, type) == null) {
        open.addAll(type.interfaces);
      }
    }
    return new ArrayList<>(found.values());
  }

  /** The declared method behind a statement's name; null: there is none. */
  ClassFile.@Nullable Method method(String namespace, String name) {
    for (ClassFile type : family(namespace)) {
      for (ClassFile.Method method : type.methods) {
        if (method.name.equals(name) && method.consistency != null) {
          return method;
        }
      }
    }
    return null;
  }

  /** The annotation of the interface, else of that which the method is inherited from. */
  @Nullable ClassFile annotatedType(String namespace, String name) {
    for (ClassFile type : family(namespace)) {
      boolean own = type.name.equals(namespace);
      if (type.onType != null
          && (own || type.methods.stream().anyMatch(method -> method.name.equals(name)))) {
        return type;
      }
    }
    return null;
  }

  /** All selects that result maps load, by way of other maps too. */
  Set<String> loadedBy(List<String> maps) {
    Set<String> selects = new LinkedHashSet<>();
    List<String> open = new ArrayList<>(maps);
    for (int i = 0; i < open.size(); i++) {
      MapperFile.ResultMap map = resultMaps.get(open.get(i));
      if (map != null) {
        selects.addAll(map.selects());
        map.maps().stream().filter(next -> !open.contains(next)).forEach(open::add);
      }
    }
    return selects;
  }

  /** The tag with every include replaced by what it stands for. */
  Piece.Tag included(Piece.Tag tag, String namespace, Map<String, String> properties, int depth) {
    List<Piece> inside = new ArrayList<>();
    for (Piece piece : tag.inside()) {
      if (piece instanceof Piece.Text text) {
        inside.add(new Piece.Text(replaced(text.text(), properties)));
      } else if (piece instanceof Piece.Tag inner) {
        if (!inner.name().equals("include")) {
          inside.add(included(inner, namespace, properties, depth));
          continue;
        }
        String id = MapperFile.full(namespace, replaced(inner.attribute("refid"), properties));
        Piece.Tag fragment = fragments.get(id);
        if (fragment != null && depth < 20) {
          Map<String, String> own = new LinkedHashMap<>(properties);
          for (Piece property : inner.inside()) {
            if (property instanceof Piece.Tag p && p.name().equals("property")) {
              own.put(p.attribute("name"), replaced(p.attribute("value"), properties));
            }
          }
          String of = id.substring(0, Math.max(0, id.lastIndexOf('.')));
          inside.addAll(included(fragment, of, own, depth + 1).inside());
        }
      }
    }
    return new Piece.Tag(tag.name(), tag.attributes(), inside, tag.line());
  }

  private static String replaced(String text, Map<String, String> properties) {
    String result = text;
    for (Map.Entry<String, String> property : properties.entrySet()) {
      result = result.replace("${" + property.getKey() + "}", property.getValue());
    }
    return result;
  }
}
