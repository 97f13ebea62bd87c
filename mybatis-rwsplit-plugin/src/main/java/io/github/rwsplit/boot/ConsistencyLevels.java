package io.github.rwsplit.boot;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/** The level that a bean's method asks for: its own annotation, or else its class'. */
final class ConsistencyLevels extends StaticMethodMatcherPointcut {

  private final Set<Class<?>> mappers = ConcurrentHashMap.newKeySet();
  private final Map<MethodClassKey, Optional<ConsistencyLevel>> known = new ConcurrentHashMap<>();

  /** MyBatis' and MyBatis-Plus' own proxies share only the end of their handlers' names. */
  boolean noteIfMapper(Object bean) {
    boolean mapper =
        Proxy.isProxyClass(bean.getClass())
            && Proxy.getInvocationHandler(bean).getClass().getSimpleName().endsWith("MapperProxy");
    if (mapper) {
      mappers.add(bean.getClass());
    }
    return mapper;
  }

  @Override
  public boolean matches(Method method, Class<?> targetClass) {
    return of(method, targetClass).isPresent();
  }

  Optional<ConsistencyLevel> of(Method method, Class<?> targetClass) {
    return known.computeIfAbsent(
        new MethodClassKey(method, targetClass), key -> find(method, targetClass));
  }

  private Optional<ConsistencyLevel> find(Method method, Class<?> targetClass) {
    int modifiers = method.getModifiers();
    if (method.getDeclaringClass() == Object.class
        || Modifier.isPrivate(modifiers)
        || Modifier.isStatic(modifiers)) {
      return Optional.empty();
    }
    if (mappers.contains(targetClass)) {
      return method.isDefault()
          ? Optional.ofNullable(method.getAnnotation(Consistency.class)).map(Consistency::value)
          : Optional.empty();
    }
    Class<?> type = ClassUtils.getUserClass(targetClass);
    Consistency declared =
        AnnotatedElementUtils.findMergedAnnotation(
            AopUtils.getMostSpecificMethod(method, type), Consistency.class);
    if (declared == null) {
      declared = AnnotatedElementUtils.findMergedAnnotation(method, Consistency.class);
    }
    if (declared == null) {
      declared = AnnotatedElementUtils.findMergedAnnotation(type, Consistency.class);
    }
    return Optional.ofNullable(declared).map(Consistency::value);
  }
}
