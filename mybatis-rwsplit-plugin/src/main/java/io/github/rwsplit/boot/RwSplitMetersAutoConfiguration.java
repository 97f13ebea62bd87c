package io.github.rwsplit.boot;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The cluster's meters, where the application has Micrometer. */
@AutoConfiguration(after = RwSplitAutoConfiguration.class)
@ConditionalOnClass(
    name = {
      "io.micrometer.core.instrument.binder.MeterBinder",
      "org.apache.ibatis.session.SqlSessionFactory"
    })
public final class RwSplitMetersAutoConfiguration {

  /** Made by Spring Boot. */
  public RwSplitMetersAutoConfiguration() {}

  @Bean
  static ClusterMeters rwSplitMeters() {
    return new ClusterMeters();
  }
}
