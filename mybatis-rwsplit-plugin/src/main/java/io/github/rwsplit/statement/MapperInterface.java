package io.github.rwsplit.statement;

import io.github.rwsplit.annotation.Consistency;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The interface that a namespace names, and what it says about its statements.
 *
 * <p>A statement belongs to the methods of its name that have no body: a default method of the same
 * name runs other statements and is not one. Where interfaces inherit from each other the nearest
 * annotation counts.
 */
record MapperInterface(Class<?> type) {

  /** The annotations of the methods behind a statement; more than one: they contradict. */
  Set<Consistency> onMethod(String name) {
    List<Method> annotated = new ArrayList<>();
    for (Method method : statementMethods(name)) {
      if (method.isAnnotationPresent(Consistency.class)) {
        annotated.add(method);
      }
    }
    Set<Consistency> found = new LinkedHashSet<>();
    for (Method method : nearest(annotated)) {
      found.add(method.getAnnotation(Consistency.class));
    }
    return found;
  }

  /**
   * The annotation of the interface; where it has none, that of the interfaces from which it
   * inherits the statement's method. More than one: they contradict.
   */
  Set<Consistency> onType(String name) {
    Set<Consistency> found = new LinkedHashSet<>();
    if (type.isAnnotationPresent(Consistency.class)) {
      found.add(type.getAnnotation(Consistency.class));
      return found;
    }
    for (Method method : nearest(statementMethods(name))) {
      Consistency inherited = method.getDeclaringClass().getAnnotation(Consistency.class);
      if (inherited != null) {
        found.add(inherited);
      }
    }
    return found;
  }

  /** Whether the interface itself, and not one that it inherits from, carries an annotation. */
  boolean isAnnotated() {
    return type.isAnnotationPresent(Consistency.class);
  }

  /** All methods without a body that carry an annotation. */
  List<Method> annotatedMethods() {
    List<Method> found = new ArrayList<>();
    for (Method method : type.getMethods()) {
      if (hasStatement(method) && method.isAnnotationPresent(Consistency.class)) {
        found.add(method);
      }
    }
    return found;
  }

  private List<Method> statementMethods(String name) {
    List<Method> found = new ArrayList<>();
    for (Method method : type.getMethods()) {
      if (method.getName().equals(name) && hasStatement(method)) {
        found.add(method);
      }
    }
    return found;
  }

  private static boolean hasStatement(Method method) {
    return !method.isDefault() && !method.isBridge() && !Modifier.isStatic(method.getModifiers());
  }

  private static List<Method> nearest(List<Method> methods) {
    List<Method> nearest = new ArrayList<>();
    for (Method method : methods) {
      boolean hidden = false;
      for (Method other : methods) {
        hidden |=
            method.getDeclaringClass() != other.getDeclaringClass()
                && method.getDeclaringClass().isAssignableFrom(other.getDeclaringClass());
      }
      if (!hidden) {
        nearest.add(method);
      }
    }
    return nearest;
  }
}
