package io.github.rwsplit.boot;

import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Where statements went, in the observations that they run in. */
@AutoConfiguration(after = RwSplitAutoConfiguration.class)
@ConditionalOnClass(
    name = {
      "io.micrometer.observation.ObservationRegistry",
      "org.apache.ibatis.session.SqlSessionFactory"
    })
public final class RwSplitObservationAutoConfiguration {

  /** Made by Spring Boot. */
  public RwSplitObservationAutoConfiguration() {}

  @Bean
  static ObservedStatements rwSplitObservedStatements(
      ObjectProvider<ObservationRegistry> registries) {
    return new ObservedStatements(registries);
  }
}
