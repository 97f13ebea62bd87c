package io.github.rwsplit.boot;

import io.micrometer.tracing.Tracer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The trace of each statement, where the application has Micrometer Tracing. */
@AutoConfiguration(after = RwSplitAutoConfiguration.class)
@ConditionalOnClass(
    name = {"io.micrometer.tracing.Tracer", "org.apache.ibatis.session.SqlSessionFactory"})
public final class RwSplitTracingAutoConfiguration {

  /** Made by Spring Boot. */
  public RwSplitTracingAutoConfiguration() {}

  @Bean
  static TracedStatements rwSplitTracedStatements(ObjectProvider<Tracer> tracers) {
    return new TracedStatements(tracers);
  }
}
