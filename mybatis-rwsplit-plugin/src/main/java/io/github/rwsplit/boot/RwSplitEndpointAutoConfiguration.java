package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitCluster;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The endpoint, where the application has Spring Boot's actuator and exposes it. */
@AutoConfiguration(after = RwSplitAutoConfiguration.class)
@ConditionalOnClass(
    name = {
      "org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint",
      "org.apache.ibatis.session.SqlSessionFactory"
    })
public final class RwSplitEndpointAutoConfiguration {

  /** Made by Spring Boot. */
  public RwSplitEndpointAutoConfiguration() {}

  @Bean
  @ConditionalOnAvailableEndpoint(endpoint = RwSplitEndpoint.class)
  static RwSplitEndpoint rwSplitEndpoint(ObjectProvider<RwSplitCluster> clusters) {
    return new RwSplitEndpoint(clusters);
  }
}
