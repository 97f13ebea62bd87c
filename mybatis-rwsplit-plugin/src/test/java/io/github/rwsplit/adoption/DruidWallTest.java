package io.github.rwsplit.adoption;

import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.druid.pool.DruidDataSource;
import com.alibaba.druid.wall.WallConfig;
import com.alibaba.druid.wall.WallFilter;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** Druid's wall filter as it is by default: all that the library sends to the primary passes it. */
@WithMySqlCluster(replicas = 2)
@ExtendWith(OutputCaptureExtension.class)
class DruidWallTest {

  private final MySqlCluster servers;

  DruidWallTest(MySqlCluster servers) {
    this.servers = servers;
  }

  @BeforeEach
  void createItems() throws Exception {
    Application.createItems(servers);
    try (Connection connection = servers.primary().adminConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("use `" + servers.database() + "`");
      statement.execute("set global log_bin_trust_function_creators = 1");
      statement.execute("drop view if exists doubled");
      statement.execute("drop function if exists twice");
      statement.execute("create function twice(x int) returns int reads sql data return x * 2");
      statement.execute("create view doubled as select twice(id) as n from item");
    }
    servers.awaitReplication();
  }

  private Application application() {
    return Application.on(servers)
        .starter("com.alibaba.druid")
        .with("spring.datasource.druid.filters=wall");
  }

  @Test
  void start_andRouting_violateNothing(CapturedOutput output) {
    try (var context = application().start()) {
      WallFilter wall = wall(context);
      assertThat(wall.getConfig()).isExactlyInstanceOf(WallConfig.class);
      Application.assertRoutes(context);

      assertThat(wall.getProvider().getCheckCount()).isPositive();
      assertThat(wall.getProvider().getViolationCount()).isZero();
      assertThat(wall.getProvider().getStatValue(false).getBlackList()).isEmpty();
    }
    // the question about views was answered, through the filter
    assertThat(output.getOut())
        .contains("These views are no pure reads: doubled")
        .doesNotContain("could not be asked")
        .doesNotContain("primary is down")
        .doesNotContain(" ERROR ");
  }

  @Test
  void wall_keepsRefusingWhatItRefusedWithoutTheLibrary() {
    try (var context = application().start()) {
      JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
      assertThatThrownBy(
              () -> jdbc.execute("select * from item where 1 = 1 or id = 2; drop table item"))
          .hasRootCauseInstanceOf(SQLException.class)
          .hasStackTraceContaining("sql injection violation");
      assertThatCall(() -> context.getBean(ItemMapper.class).nameNow(1)).ranOn(PRIMARY);
    }
  }

  private static WallFilter wall(ApplicationContext context) {
    return context.getBean(DruidDataSource.class).getProxyFilters().stream()
        .filter(WallFilter.class::isInstance)
        .map(WallFilter.class::cast)
        .findFirst()
        .orElseThrow();
  }
}
