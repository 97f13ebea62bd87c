package io.github.rwsplit.boot;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.OnEmpty;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;

/**
 * Collects {@link Consistency} annotations on beans that have no effect, because no proxy can see
 * the call, or because the attribute counts in mappers only.
 */
final class IneffectiveAnnotations {

  private static final Logger LOG = LoggerFactory.getLogger("io.github.rwsplit");

  private static final String FINAL_CLASS = "final class without interface";

  private final Set<String> found = new TreeSet<>();

  /** Whether a class neither can be subclassed nor has an interface. */
  static boolean cannotBeProxied(Class<?> type) {
    return Modifier.isFinal(type.getModifiers())
        && !Proxy.isProxyClass(type)
        && ClassUtils.getAllInterfacesForClass(type).length == 0;
  }

  synchronized void look(Class<?> beanClass, boolean mapper) {
    if (!AnnotationUtils.isCandidateClass(beanClass, Consistency.class)) {
      return;
    }
    if (mapper) {
      for (Class<?> type : ClassUtils.getAllInterfacesForClass(beanClass)) {
        methods(type, true);
      }
      return;
    }
    if (Proxy.isProxyClass(beanClass)) {
      return;
    }
    for (Class<?> type = beanClass; type != null && type != Object.class; type = superclass(type)) {
      own(type, type, cannotBeProxied(beanClass) ? FINAL_CLASS : null);
      methods(type, false);
    }
  }

  private static @Nullable Class<?> superclass(Class<?> type) {
    return type.getSuperclass();
  }

  private void methods(Class<?> type, boolean mapper) {
    Method[] methods;
    try {
      methods = type.getDeclaredMethods();
    } catch (NoClassDefFoundError optionalTypeIsMissing) {
      LOG.debug("The methods of {} cannot be looked at", type.getName(), optionalTypeIsMissing);
      return;
    }
    for (Method method : methods) {
      if (!method.isBridge() && !method.isSynthetic() && !(mapper && isMapped(method))) {
        String reason = unseen(method);
        boolean closed = reason == null && !mapper && cannotBeProxied(type);
        own(method, type, closed ? FINAL_CLASS : reason);
      }
    }
  }

  private static boolean isMapped(Method method) {
    return Modifier.isAbstract(method.getModifiers());
  }

  private static @Nullable String unseen(Method method) {
    int modifiers = method.getModifiers();
    if (Modifier.isPrivate(modifiers)) {
      return "private";
    }
    if (Modifier.isStatic(modifiers)) {
      return "static";
    }
    return Modifier.isFinal(modifiers) ? "final" : null;
  }

  private void own(AnnotatedElement element, Class<?> type, @Nullable String reason) {
    Consistency annotation = AnnotatedElementUtils.getMergedAnnotation(element, Consistency.class);
    if (annotation == null) {
      return;
    }
    String place =
        element instanceof Method method ? type.getName() + "#" + method.getName() : type.getName();
    if (reason != null) {
      found.add(place + " (" + reason + ")");
    } else if (hasMoreThanLevel(annotation)) {
      found.add(place + " (only the level counts outside of mappers)");
    }
  }

  private static boolean hasMoreThanLevel(Consistency annotation) {
    return !annotation.group().isEmpty()
        || !annotation.maxLag().isEmpty()
        || annotation.sideEffectFree()
        || annotation.onEmpty() != OnEmpty.RETURN;
  }

  synchronized void report() {
    if (!found.isEmpty()) {
      LOG.warn(
          "@Consistency has no or not its whole effect on {}; make the methods such that a proxy"
              + " sees their calls, or declare the level in the mapper",
          found);
    }
  }
}
