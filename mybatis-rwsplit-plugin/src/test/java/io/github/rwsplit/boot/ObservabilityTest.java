package io.github.rwsplit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.audit.StatementListener;
import io.github.rwsplit.boot.shop.ShopMapper;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.test.simple.SimpleTracer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.SqlSessionTemplate;
import org.mybatis.spring.boot.autoconfigure.MybatisAutoConfiguration;
import org.slf4j.MDC;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What hangs on the audit in a Spring Boot application, and what it does without. */
class ObservabilityTest {

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  DataSourceAutoConfiguration.class,
                  MybatisAutoConfiguration.class,
                  RwSplitAutoConfiguration.class,
                  RwSplitEndpointAutoConfiguration.class,
                  RwSplitHealthAutoConfiguration.class,
                  RwSplitHealthBoot3AutoConfiguration.class,
                  RwSplitMetersAutoConfiguration.class,
                  RwSplitObservationAutoConfiguration.class,
                  RwSplitTracingAutoConfiguration.class))
          .withPropertyValues(
              "spring.datasource.url=jdbc:h2:mem:observability;DB_CLOSE_DELAY=-1",
              "rwsplit.mode=observe")
          .withUserConfiguration(Shopping.class);

  @Configuration(proxyBeanMethods = false)
  static class Shopping {

    @Bean
    static ShopMapper shop(SqlSessionTemplate template) {
      if (!template.getConfiguration().hasMapper(ShopMapper.class)) {
        template.getConfiguration().addMapper(ShopMapper.class);
      }
      return template.getMapper(ShopMapper.class);
    }
  }

  static final class Heard implements StatementListener {

    final List<StatementEvent> events = new ArrayList<>();

    @Override
    public void onStatement(StatementEvent event) {
      events.add(event);
    }
  }

  /** A listener that needs a mapper, which needs the factory that the cluster is made with. */
  @Configuration(proxyBeanMethods = false)
  static class Listening {

    @Bean
    static Heard heard(ShopMapper shop) {
      assertThat(shop).isNotNull();
      return new Heard();
    }
  }

  private static void read(ApplicationContext context) {
    try (var session =
        context.getBean(org.apache.ibatis.session.SqlSessionFactory.class).openSession()) {
      session.getMapper(ShopMapper.class).one();
    }
  }

  @Test
  void listenerBeans_areTold_alsoWhereTheyNeedAMapper() {
    application
        .withUserConfiguration(Listening.class)
        .run(
            context -> {
              read(context);
              assertThat(context.getBean(Heard.class).events).hasSize(1);
            });
  }

  @Test
  void withoutMicrometerAndActuator_nothingOfItIsThere_andNobodyListens() {
    application
        .withClassLoader(
            new FilteredClassLoader(
                "io.micrometer",
                "org.springframework.boot.actuate",
                "org.springframework.boot.health"))
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThat(context.getBeanNamesForType(ClusterMade.class)).isEmpty();
              assertThat(context).doesNotHaveBean("rwSplitHealthIndicator");
              assertThat(context.getBean(RwSplitCluster.class).audit().on()).isFalse();
              read(context);
            });
  }

  @Test
  void withMicrometerOnly_metersAreThere_andNoEndpointAndNoHealth() {
    application
        .withClassLoader(
            new FilteredClassLoader(
                "org.springframework.boot.actuate", "org.springframework.boot.health"))
        .run(
            context -> {
              assertThat(context).hasSingleBean(ClusterMeters.class);
              assertThat(context).doesNotHaveBean(RwSplitEndpoint.class);
              assertThat(context).doesNotHaveBean("rwSplitHealthIndicator");
            });
  }

  @Test
  void endpoint_notExposed_isNotMade() {
    application.run(context -> assertThat(context).doesNotHaveBean(RwSplitEndpoint.class));
    application
        .withConfiguration(AutoConfigurations.of(EndpointAutoConfiguration.class))
        .withPropertyValues("management.endpoints.web.exposure.include=rwsplit")
        .run(context -> assertThat(context).hasSingleBean(RwSplitEndpoint.class));
  }

  @Test
  void observation_aroundAStatement_getsWhereItWent() {
    ObservationRegistry registry = ObservationRegistry.create();
    registry.observationConfig().observationHandler(new All());
    application
        .withBean(ObservationRegistry.class, () -> registry)
        .run(
            context -> {
              Observation request = Observation.start("request", registry);
              try (Observation.Scope scope = request.openScope()) {
                assertThat(scope).isNotNull();
                read(context);
              }
              assertThat(request.getContext().getHighCardinalityKeyValues())
                  .extracting(pair -> pair.getKey() + "=" + pair.getValue())
                  .contains("rwsplit.reason=OBSERVED", "rwsplit.node=primary");
              assertThat(request.getContext().getLowCardinalityKeyValues())
                  .noneMatch(pair -> pair.getKey().startsWith("rwsplit"));
              read(context);
            });
  }

  private static final class All implements ObservationHandler<Observation.Context> {
    @Override
    public boolean supportsContext(Observation.Context context) {
      return true;
    }
  }

  @Test
  void trace_ofMicrometer_goesBeforeTheOneOfTheMdc() {
    SimpleTracer tracer = new SimpleTracer();
    application
        .withUserConfiguration(Listening.class)
        .withBean(Tracer.class, () -> tracer)
        .run(
            context -> {
              List<StatementEvent> events = context.getBean(Heard.class).events;
              MDC.put("traceId", "bbbb");
              try {
                read(context);
                Span span = tracer.nextSpan().start();
                try (Tracer.SpanInScope scope = tracer.withSpan(span)) {
                  assertThat(scope).isNotNull();
                  read(context);
                }
                assertThat(events.get(1).trace()).isEqualTo(span.context().traceId());
              } finally {
                MDC.remove("traceId");
              }
              assertThat(events).extracting(StatementEvent::trace).hasSize(2).startsWith("bbbb");
            });
  }
}
