package io.github.rwsplit.adoption;

import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.Warnings;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.ReceivedStatement;
import io.github.rwsplit.test.WithMySqlCluster;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The usual application: {@code spring.datasource.*}, HikariCP, MyBatis' starter. */
@WithMySqlCluster(replicas = 2)
@ExtendWith(OutputCaptureExtension.class)
class HikariTest {

  private final MySqlCluster servers;

  HikariTest(MySqlCluster servers) {
    this.servers = servers;
  }

  @BeforeEach
  void createItems() throws Exception {
    Application.createItems(servers);
  }

  @Test
  void start_fiveLines_routeAndLeaveTheDataSourceAsItIs() {
    try (var context = Application.on(servers).start()) {
      Application.assertRoutes(context);
      Application.assertDataSources(context, HikariDataSource.class, "dataSource");
    }
  }

  @Test
  void start_replicaWithoutUser_isReachedAsThePrimaryIs() {
    try (var context = Application.on(servers).start()) {
      assertThatCall(() -> context.getBean(ItemMapper.class).name(1)).ranOn(REPLICA);
      assertThat(servers.replicas())
          .flatExtracting(MySqlNode::statements)
          .extracting(ReceivedStatement::user)
          .containsOnly(servers.primary().user());
    }
  }

  @Test
  void startAndEnd_ofWhatIsRight_warnOfNothing(CapturedOutput output) {
    try (var context = Application.on(servers).with("rwsplit.session.key=header:X-User").start()) {
      context.getBean(ItemMapper.class).name(1);
    }
    assertThat(output).contains("mybatis-rwsplit: mode route, primary HikariDataSource");
    assertThat(Warnings.in(output)).isEmpty();
  }

  @Test
  void start_lazilyWithLazyMappers_routesFromTheFirstUseOn() {
    try (var context =
        Application.on(servers)
            .with("spring.main.lazy-initialization=true", "mybatis.lazy-initialization=true")
            .start()) {
      assertThat(context.getBeanFactory().containsSingleton("sqlSessionFactory")).isFalse();
      Application.assertRoutes(context);
    }
  }

  @Test
  void start_lazily_routesAsWell() {
    try (var context =
        Application.on(servers).with("spring.main.lazy-initialization=true").start()) {
      Application.assertRoutes(context);
      Application.assertDataSources(context, HikariDataSource.class, "dataSource");
    }
  }
}
