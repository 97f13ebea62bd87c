package io.github.rwsplit.demo.load;

import com.github.benmanes.caffeine.cache.Cache;
import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * How much is in every map, set, list and cache that the library's objects hold, found by walking
 * over their fields: also in those that nobody thought of when this was written.
 */
final class LibraryHolds {

  private static final String LIBRARY = "io.github.rwsplit.";
  private static final List<String> NOT_LIBRARY = List.of(LIBRARY + "demo.", LIBRARY + "test.");

  /** What holds more is counted, and not walked through: entries of one kind hold nothing more. */
  private static final int WALKED = 200;

  private final Map<String, Long> sizes = new TreeMap<>();
  private final Set<Field> statics = new HashSet<>();
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> open = new ArrayDeque<>();

  private LibraryHolds() {}

  /**
   * The sizes by class and field, added up over all objects.
   *
   * @param root an object of the library from which all others are reached
   */
  static Map<String, Long> from(Object root) throws IllegalAccessException {
    LibraryHolds holds = new LibraryHolds();
    holds.later(root);
    while (!holds.open.isEmpty()) {
      holds.fieldsOf(holds.open.remove());
    }
    return holds.sizes;
  }

  private void later(Object object) {
    if (isOfLibrary(object.getClass()) && seen.add(object)) {
      open.add(object);
    }
  }

  private static boolean isOfLibrary(Class<?> type) {
    String name = type.getName();
    return name.startsWith(LIBRARY) && NOT_LIBRARY.stream().noneMatch(name::startsWith);
  }

  private void fieldsOf(Object object) throws IllegalAccessException {
    for (Class<?> type = object.getClass(); isOfLibrary(type); type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        boolean isStatic = Modifier.isStatic(field.getModifiers());
        if (!field.getType().isPrimitive()
            && !field.isSynthetic()
            && (!isStatic || statics.add(field))) {
          field.setAccessible(true);
          found(type.getSimpleName() + "." + field.getName(), field.get(isStatic ? null : object));
        }
      }
    }
  }

  private void found(String name, @Nullable Object value) {
    if (value instanceof Cache<?, ?> cache) {
      cache.cleanUp();
      contents(name, cache.asMap().values());
    } else if (value instanceof Map<?, ?> map) {
      contents(name, map.values());
    } else if (value instanceof Collection<?> collection) {
      contents(name, collection);
    } else if (value instanceof Object[] array) {
      contents(name, Arrays.asList(array));
    } else if (value instanceof Reference<?> reference) {
      found(name, reference.get());
    } else if (value instanceof AtomicReference<?> reference) {
      found(name, reference.get());
    } else if (value != null) {
      later(value);
    }
  }

  private void contents(String name, Collection<?> contents) {
    int size = contents.size();
    sizes.merge(name, (long) size, Long::sum);
    if (size > 0 && size <= WALKED) {
      List<Object> now = new ArrayList<>();
      try {
        now.addAll(contents);
      } catch (ConcurrentModificationException e) {
        // in use by its owner; its size is known, and what is in it is seen the next time
        return;
      }
      now.forEach(element -> found(name + "[]", element));
    }
  }
}
