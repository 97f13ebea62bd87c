package io.github.rwsplit.boot;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * {@code management.health.rwsplit.enabled}, else {@code management.health.defaults.enabled}, as
 * Spring Boot's own condition has it, which moved from package to package between its lines.
 */
final class HealthEnabled implements Condition {

  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    Environment environment = context.getEnvironment();
    boolean byDefault =
        environment.getProperty("management.health.defaults.enabled", Boolean.class, true);
    return environment.getProperty("management.health.rwsplit.enabled", Boolean.class, byDefault);
  }
}
