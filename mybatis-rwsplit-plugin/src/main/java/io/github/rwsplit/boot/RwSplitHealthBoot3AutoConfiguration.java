package io.github.rwsplit.boot;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;

/** The health {@code rwSplit} in an application of Spring Boot 3.5 with its actuator. */
@AutoConfiguration(after = RwSplitAutoConfiguration.class)
@ConditionalOnClass(
    name = {
      RwSplitHealthBoot3AutoConfiguration.INDICATOR,
      "org.apache.ibatis.session.SqlSessionFactory"
    })
@ConditionalOnMissingClass(RwSplitHealthAutoConfiguration.INDICATOR)
@Conditional(HealthEnabled.class)
@Import(HealthOfBoot3.class)
public final class RwSplitHealthBoot3AutoConfiguration {

  static final String INDICATOR = "org.springframework.boot.actuate.health.HealthIndicator";
  static final String HEALTH = "org.springframework.boot.actuate.health.Health";

  /** Made by Spring Boot. */
  public RwSplitHealthBoot3AutoConfiguration() {}
}
