package io.github.rwsplit.boot;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** The beans that attach the library; the same with and without Spring Boot. */
@Configuration(proxyBeanMethods = false)
class RwSplitConfiguration {

  /** Static, and not lazy even where everything is: it must be there before any mapper is read. */
  @Bean
  @Lazy(false)
  static SqlSessionFactoryAttacher rwSplitSqlSessionFactoryAttacher() {
    return new SqlSessionFactoryAttacher();
  }

  @Bean
  @Lazy(false)
  static ConsistencyBeanPostProcessor rwSplitConsistencyBeanPostProcessor() {
    return new ConsistencyBeanPostProcessor();
  }

  @Bean
  @Lazy(false)
  static EnvironmentChanges rwSplitEnvironmentChanges(SqlSessionFactoryAttacher attacher) {
    return new EnvironmentChanges(attacher);
  }
}
