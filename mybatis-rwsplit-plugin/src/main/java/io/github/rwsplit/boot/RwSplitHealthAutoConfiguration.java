package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitCluster;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** The health {@code rwSplit} in an application of Spring Boot 4 with its actuator. */
@AutoConfiguration(after = RwSplitAutoConfiguration.class)
@ConditionalOnClass(
    name = {
      RwSplitHealthAutoConfiguration.INDICATOR,
      "org.apache.ibatis.session.SqlSessionFactory"
    })
@Conditional(HealthEnabled.class)
public final class RwSplitHealthAutoConfiguration {

  static final String INDICATOR = "org.springframework.boot.health.contributor.HealthIndicator";

  /** Made by Spring Boot. */
  public RwSplitHealthAutoConfiguration() {}

  @Bean
  static RwSplitHealthIndicator rwSplitHealthIndicator(ObjectProvider<RwSplitCluster> clusters) {
    return new RwSplitHealthIndicator(clusters);
  }
}
