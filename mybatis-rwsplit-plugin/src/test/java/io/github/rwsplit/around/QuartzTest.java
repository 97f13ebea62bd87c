package io.github.rwsplit.around;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.NO_SESSION_CONTEXT;
import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.Pools;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.cases.Shop;
import io.github.rwsplit.test.CallAssert;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.ReceivedStatement;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.quartz.DisallowConcurrentExecution;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.TriggerBuilder;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.scheduling.quartz.SchedulerFactoryBean;

/** Quartz with its tables in the mappers' database, in a cluster, so that it locks its rows. */
@WithMySqlCluster(replicas = 2)
class QuartzTest {

  /** Does what its scheduler's context holds. */
  @DisallowConcurrentExecution
  public static class WorkJob implements Job {
    @Override
    public void execute(JobExecutionContext context) {
      try {
        ((Runnable) requireNonNull(context.getScheduler().getContext().get("work"))).run();
      } catch (SchedulerException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void jobStore_locksAndWritesOnThePrimary_andJobsReadTheReplicas(MySqlCluster servers)
      throws Exception {
    try (Shop shop = open(servers)) {
      CallAssert<Boolean> run = assertThatCall(() -> runOnce(shop, () -> eventual(shop)));

      List<String> onPrimary = texts(run, "primary");
      assertThat(onPrimary)
          .anyMatch(text -> text.contains("QRTZ_LOCKS") && text.endsWith("FOR UPDATE"))
          .anyMatch(text -> text.startsWith("INSERT INTO QRTZ_FIRED_TRIGGERS"))
          .anyMatch(text -> text.startsWith("DELETE FROM QRTZ_TRIGGERS"));
      assertThat(texts(run, "replica-1").size() + texts(run, "replica-2").size()).isEqualTo(1);
      assertThat(texts(run, "replica-1")).allMatch(text -> text.contains("from orders"));
      assertThat(texts(run, "replica-2")).allMatch(text -> text.contains("from orders"));
      run.because(EVENTUAL_REPLICA);
      Pools.assertAllReturned(shop.pool());
    }
  }

  @Test
  void job_scheduledInASessionThatWrote_inheritsNothing(MySqlCluster servers) throws Exception {
    try (Shop shop = open(servers)) {
      RwSplit.inSession(
          "user-1",
          () -> {
            shop.orders().updateStatus(1, "SENT");
            assertThatCall(() -> shop.orders().selectById(1))
                .ranOn(PRIMARY)
                .because(SESSION_MARKER);
            return assertThatCall(
                    () ->
                        runOnce(
                            shop,
                            () -> {
                              eventual(shop);
                              shop.orders().selectByIdInSession(1);
                            }))
                .because(EVENTUAL_REPLICA, NO_SESSION_CONTEXT);
          });
    }
  }

  @Test
  void job_thatWrites_leavesItsWriteToNobody(MySqlCluster servers) throws Exception {
    try (Shop shop = open(servers)) {
      assertThatCall(
              () ->
                  runOnce(
                      shop, () -> inSession("job", () -> shop.orders().updateStatus(2, "SENT"))))
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA)
          .because(WRITE);
      // the same worker thread again, which must have forgotten the session
      assertThatCall(() -> runOnce(shop, () -> eventual(shop))).because(EVENTUAL_REPLICA);
    }
  }

  private static void inSession(String key, Runnable work) {
    try {
      RwSplit.inSession(
          key,
          () -> {
            work.run();
            return true;
          });
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void eventual(Shop shop) {
    assertThat(shop.orders().selectById(1)).isNotNull();
  }

  private static List<String> texts(CallAssert<?> call, String node) {
    return call.statementsOn(node).stream().map(ReceivedStatement::text).toList();
  }

  /** Starts a scheduler with one worker, lets it do something once, and ends it. */
  private static boolean runOnce(Shop shop, Runnable work) throws Exception {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    SchedulerFactoryBean bean = scheduler(requireNonNull(shop.jdbc().getDataSource()));
    bean.afterPropertiesSet();
    Scheduler scheduler = bean.getScheduler();
    scheduler
        .getContext()
        .put(
            "work",
            (Runnable)
                () -> {
                  try {
                    work.run();
                    done.complete(true);
                  } catch (RuntimeException | Error e) {
                    done.completeExceptionally(e);
                  }
                });
    scheduler.start();
    try {
      scheduler.scheduleJob(
          JobBuilder.newJob(WorkJob.class).withIdentity("work").build(),
          TriggerBuilder.newTrigger().startNow().build());
      return done.get(60, TimeUnit.SECONDS);
    } finally {
      // waits until the job store has noted the end of the job
      scheduler.shutdown(true);
    }
  }

  private static SchedulerFactoryBean scheduler(DataSource dataSource) {
    SchedulerFactoryBean bean = new SchedulerFactoryBean();
    bean.setDataSource(dataSource);
    bean.setSchedulerName("shop");
    bean.setAutoStartup(false);
    Properties quartz = new Properties();
    quartz.setProperty("org.quartz.scheduler.instanceId", "AUTO");
    quartz.setProperty("org.quartz.jobStore.isClustered", "true");
    quartz.setProperty("org.quartz.threadPool.threadCount", "1");
    quartz.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
    bean.setQuartzProperties(quartz);
    return bean;
  }

  private static Shop open(MySqlCluster servers) throws Exception {
    // by the window, so that a read after a write is on the primary however fast replicas are
    Shop shop = Shop.on(servers).property("session.strategy", "window").open();
    ResourceDatabasePopulator tables =
        new ResourceDatabasePopulator(
            new ClassPathResource("org/quartz/impl/jdbcjobstore/tables_mysql_innodb.sql"));
    tables.setCommentPrefix("#");
    tables.execute(shop.pool());
    servers.awaitReplication();
    return shop;
  }
}
