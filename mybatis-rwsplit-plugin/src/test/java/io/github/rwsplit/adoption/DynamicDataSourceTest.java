package io.github.rwsplit.adoption;

import static io.github.rwsplit.route.RouteReason.FOREIGN_DATASOURCE;
import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.route.RouteReason.SESSION_REPLICA;
import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatFailingCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.baomidou.dynamic.datasource.DynamicRoutingDataSource;
import com.baomidou.dynamic.datasource.annotation.DS;
import com.baomidou.dynamic.datasource.annotation.DSTransactional;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** dynamic-datasource's starter: a master, and another database that {@code @DS} names. */
@WithMySqlCluster(replicas = 2)
class DynamicDataSourceTest {

  private final MySqlCluster servers;

  DynamicDataSourceTest(MySqlCluster servers) {
    this.servers = servers;
  }

  /** A service that changes the database, or spans a transaction over several. */
  public static class CrmService {

    private final ItemMapper items;

    CrmService(ItemMapper items) {
      this.items = items;
    }

    @DS("crm")
    public String nameInCrm(long id) {
      return items.name(id);
    }

    @DSTransactional
    public String renameAndRead(long id, String name) {
      items.rename(id, name);
      return items.name(id);
    }

    /** Writes, and lasts for longer than the window after it. */
    @DSTransactional
    public void renameAndWait(long id, String name, Runnable patience) {
      items.rename(id, name);
      patience.run();
    }

    @DSTransactional
    public void renameAndFail(long id, String name) {
      items.rename(id, name);
      throw new IllegalStateException("on purpose");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Crm {
    @Bean
    CrmService crmService(ItemMapper items) {
      return new CrmService(items);
    }
  }

  @BeforeEach
  void createItems() throws Exception {
    Application.createItems(servers);
  }

  /** {@code replica-2} plays another database, of which the library knows nothing. */
  private ConfigurableApplicationContext start() {
    MySqlNode crm = servers.replica(2);
    return Application.bare()
        .starter("com.baomidou.dynamic.datasource.spring.boot.autoconfigure.DynamicDataSourceAuto")
        .with(Crm.class)
        .with(
            "spring.datasource.dynamic.primary=master",
            "rwsplit.session.window=1500ms",
            "rwsplit.groups.online.removed-above=1h")
        .dataSourceOf(servers.primary(), "spring.datasource.dynamic.datasource.master")
        .dataSourceOf(crm, "spring.datasource.dynamic.datasource.crm")
        .replicas(List.of(servers.replica(1)))
        .start();
  }

  @Test
  void start_master_routesAndLeavesTheDataSourceAsItIs() {
    try (var context = start()) {
      Application.assertRoutes(context);
      Application.assertDataSources(context, DynamicRoutingDataSource.class, "dataSource");
    }
  }

  @Test
  void ds_otherDatabase_isLeftAlone() {
    try (var context = start()) {
      CrmService crm = context.getBean(CrmService.class);
      assertThatCall(() -> crm.nameInCrm(1)).ranOn("replica-2").because(FOREIGN_DATASOURCE);
      assertThatCall(() -> context.getBean(ItemMapper.class).name(1)).ranOn("replica-1");
    }
  }

  @Test
  void dsTransactional_isATransactionThatLeavesAMarker() throws Exception {
    try (var context = start()) {
      CrmService crm = context.getBean(CrmService.class);
      ItemMapper items = context.getBean(ItemMapper.class);
      RwSplit.inSession(
          "u1",
          () -> {
            assertThatCall(() -> items.nameAsISawIt(1)).ranOn("replica-1").because(SESSION_REPLICA);
            servers.replicas().forEach(MySqlNode::stopApplier);
            assertThat(
                    assertThatCall(() -> crm.renameAndRead(1, "nib"))
                        .ranOn(PRIMARY)
                        .because(WRITE, TX_READ_WRITE)
                        .returning())
                .isEqualTo("nib");
            assertThatCall(() -> items.nameAsISawIt(1)).ranOn(PRIMARY).because(SESSION_MARKER);
            return true;
          });
      RwSplit.inSession(
          "u2",
          () ->
              assertThatCall(() -> items.nameAsISawIt(1))
                  .ranOn("replica-1")
                  .because(SESSION_REPLICA));
    } finally {
      servers.replicas().forEach(MySqlNode::startApplier);
    }
  }

  @Test
  void dsTransactional_rolledBack_leavesNoMarker() throws Exception {
    try (var context = start()) {
      CrmService crm = context.getBean(CrmService.class);
      ItemMapper items = context.getBean(ItemMapper.class);
      RwSplit.inSession(
          "u3",
          () -> {
            assertThatFailingCall(IllegalStateException.class, () -> crm.renameAndFail(1, "nib"))
                .ranOn(PRIMARY)
                .because(WRITE);
            assertThat(
                    assertThatCall(() -> items.nameAsISawIt(1))
                        .ranOn("replica-1")
                        .because(SESSION_REPLICA)
                        .returning())
                .isEqualTo("pen");
            return true;
          });
    }
  }

  @Test
  void dsTransactional_longerThanTheWindow_countsFromItsCommit() throws Exception {
    try (var context = start()) {
      CrmService crm = context.getBean(CrmService.class);
      ItemMapper items = context.getBean(ItemMapper.class);
      RwSplit.inSession(
          "u4",
          () -> {
            crm.renameAndWait(
                1,
                "nib",
                () -> {
                  await().pollDelay(Duration.ofMillis(1600)).until(() -> true);
                  servers.replicas().forEach(MySqlNode::stopApplier);
                });
            assertThat(
                    assertThatCall(() -> items.nameAsISawIt(1))
                        .ranOn(PRIMARY)
                        .because(SESSION_MARKER)
                        .returning())
                .isEqualTo("nib");
            return true;
          });
    } finally {
      servers.replicas().forEach(MySqlNode::startApplier);
    }
  }
}
