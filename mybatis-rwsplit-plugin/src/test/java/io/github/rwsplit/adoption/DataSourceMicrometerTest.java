package io.github.rwsplit.adoption;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.tracing.Tracer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** datasource-micrometer: a bean post-processor puts a proxy around each DataSource bean. */
@WithMySqlCluster(replicas = 1)
class DataSourceMicrometerTest {

  /** Notes the queries that are observed. */
  static final class Queries implements ObservationHandler<Observation.Context> {

    private final List<String> texts = new CopyOnWriteArrayList<>();

    @Override
    public void onStop(Observation.Context context) {
      for (KeyValue value : context.getHighCardinalityKeyValues()) {
        if (value.getKey().startsWith("jdbc.query")) {
          texts.add(value.getValue());
        }
      }
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
      return true;
    }

    /** Those of the application. */
    List<String> ofItems() {
      return texts.stream().filter(text -> text.contains("item")).toList();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Observing {
    @Bean
    Queries queries() {
      return new Queries();
    }

    @Bean
    Tracer tracer() {
      return Tracer.NOOP;
    }
  }

  private final MySqlCluster servers;

  DataSourceMicrometerTest(MySqlCluster servers) {
    this.servers = servers;
  }

  @BeforeEach
  void createItems() throws Exception {
    Application.createItems(servers);
  }

  private static Application observed(Application application) {
    return application.starter("net.ttddyy").with(Observing.class);
  }

  @Test
  void start_decoratedPrimary_routesAndKeepsItsDecoration() {
    try (var context = observed(Application.on(servers)).start()) {
      assertThat(context.getBean(DataSource.class)).isNotInstanceOf(HikariDataSource.class);
      Application.assertDataSources(context, "dataSource");
      Application.assertRoutes(context);
    }
  }

  /** The pools that the library makes are no beans: nobody decorates them. */
  @Test
  void queries_onThePrimaryAreObserved_thoseOnAReplicaThatTheLibraryOwnsAreNot() {
    try (var context = observed(Application.on(servers)).start()) {
      ItemMapper items = context.getBean(ItemMapper.class);
      Queries queries = context.getBean(Queries.class);
      queries.texts.clear();

      assertThatCall(() -> items.name(1)).ranOn("replica-1").because(EVENTUAL_REPLICA);
      assertThat(queries.ofItems()).isEmpty();
      assertThatCall(() -> items.nameNow(1)).ranOn(PRIMARY);
      assertThat(queries.ofItems()).containsExactly("select name from item where id = ?");
    }
  }

  @Test
  void queries_onAReplicaThatIsABean_areObservedToo() {
    try (var context =
        observed(
                Application.bare()
                    .dataSourceOf(servers.primary(), "spring.datasource")
                    .replicaBean(servers.replica(1)))
            .start()) {
      ItemMapper items = context.getBean(ItemMapper.class);
      Queries queries = context.getBean(Queries.class);
      queries.texts.clear();

      assertThatCall(() -> items.name(1)).ranOn("replica-1").because(EVENTUAL_REPLICA);
      assertThat(queries.ofItems()).containsExactly("select name from item where id = ?");
      Application.assertRoutes(context);
    }
  }
}
