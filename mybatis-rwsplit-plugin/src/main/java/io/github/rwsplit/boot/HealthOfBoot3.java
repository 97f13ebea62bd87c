package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitCluster;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/**
 * Registers an indicator of Spring Boot 3.5, whose classes Spring Boot 4 moved elsewhere: the
 * library is compiled once, with those of 4, so these are known by their names only. They are
 * looked up when the bean is registered; a name that is wrong stops the start.
 */
final class HealthOfBoot3 implements ImportBeanDefinitionRegistrar {

  private static final String BEAN = "rwSplitHealthIndicator";

  @Override
  public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry beans) {
    Class<?> indicator = named(RwSplitHealthBoot3AutoConfiguration.INDICATOR);
    BeanFactory factory = (BeanFactory) beans;
    RootBeanDefinition definition = new RootBeanDefinition();
    definition.setBeanClass(indicator);
    definition.setInstanceSupplier(
        () ->
            Proxy.newProxyInstance(
                indicator.getClassLoader(), new Class<?>[] {indicator}, new Indicator(factory)));
    beans.registerBeanDefinition(BEAN, definition);
  }

  private static Class<?> named(String name) {
    return ClassUtils.resolveClassName(name, HealthOfBoot3.class.getClassLoader());
  }

  /** Answers {@code health()}; what the interface does by itself, it does. */
  private record Indicator(BeanFactory beans) implements InvocationHandler {

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] args)
        throws Throwable {
      if (method.isDefault()) {
        return InvocationHandler.invokeDefault(proxy, method, args);
      }
      return switch (method.getName()) {
        case "health" ->
            health(ClusterHealth.of(beans.getBeanProvider(RwSplitCluster.class).getIfAvailable()));
        case "equals" -> args != null && proxy == args[0];
        case "hashCode" -> System.identityHashCode(proxy);
        case "toString" -> BEAN;
        default -> throw new UnsupportedOperationException(method.toString());
      };
    }

    private static @Nullable Object health(ClusterHealth health)
        throws ReflectiveOperationException {
      Class<?> type = named(RwSplitHealthBoot3AutoConfiguration.HEALTH);
      Object builder = type.getMethod("status", String.class).invoke(null, health.code());
      builder =
          builder.getClass().getMethod("withDetails", Map.class).invoke(builder, health.details());
      return builder.getClass().getMethod("build").invoke(builder);
    }
  }
}
