package io.github.rwsplit.cli;

import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitClusterBuilder;
import io.github.rwsplit.RwSplitXml;
import io.github.rwsplit.adoption.ItemMapper;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.ibatis.datasource.pooled.PooledDataSource;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The executable jar on logs of the library on real servers, with a layout around the lines. */
@WithMySqlCluster(replicas = 2)
class RealLogTest {

  @TempDir Path folder;
  private final MySqlCluster servers;

  RealLogTest(MySqlCluster servers) {
    this.servers = servers;
  }

  @BeforeEach
  void createItems() throws Exception {
    try (var connection = servers.primary().connect();
        var statement = connection.createStatement()) {
      statement.execute("drop table if exists item");
      statement.execute("create table item (id bigint primary key, name varchar(20) not null)");
      statement.execute("insert into item values (1, 'pen'), (2, 'ink'), (3, 'pad')");
    }
    servers.awaitReplication();
  }

  @Test
  void report_countsWhatTheServersServed() throws Exception {
    Path log =
        logOf(
            "route",
            factory -> {
              for (int i = 0; i < 5; i++) {
                call(factory, items -> assertThatCall(() -> items.name(1)).ranOn(REPLICA));
              }
              call(factory, items -> assertThatCall(() -> items.nameNow(1)).ranOn(PRIMARY));
              call(factory, items -> assertThatCall(() -> items.rename(1, "nib")).ranOn(PRIMARY));
            });

    AuditJar.Run run =
        AuditJar.run("report", log.toString(), "--format", "csv", "--fail-on", "violations");
    AuditJar.Run table = AuditJar.run("report", log.toString(), "--zone", "UTC");

    assertThat(run.exitCode()).as(run.err()).isZero();
    long reads = 0;
    for (String row : run.out().lines().filter(line -> line.contains(",replica,")).toList()) {
      assertThat(row).contains("ItemMapper.name,SELECT,EVENTUAL,online,EVENTUAL_REPLICA,replica-");
      reads += Long.parseLong(row.split(",", -1)[7]);
    }
    assertThat(reads).isEqualTo(5);
    assertThat(run.out())
        .contains("ItemMapper.nameNow,SELECT,STRONG,,STRONG,primary,primary,1,0,0,")
        .contains("ItemMapper.rename,UPDATE,,,WRITE,primary,primary,1,0,0,");
    assertThat(table.out()).contains("7 statements in 7 lines", "VIOLATIONS: none");
  }

  @Test
  void candidates_ofObserveMode_readsTheLog() throws Exception {
    Path log =
        logOf(
            "observe",
            factory -> {
              call(factory, items -> assertThatCall(() -> items.name(1)).ranOn(PRIMARY));
              call(factory, items -> assertThatCall(() -> items.nameUndeclared(1)).ranOn(PRIMARY));
              call(factory, items -> assertThatCall(() -> items.rename(1, "nib")).ranOn(PRIMARY));
            });

    AuditJar.Run run = AuditJar.run("candidates", log.toString());

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("2 reads and 1 writes in")
        .contains("1 reads outside transactions are declared already: 1 would have gone to")
        .containsPattern("ItemMapper.nameUndeclared +1 ");
  }

  private static void call(SqlSessionFactory factory, Consumer<ItemMapper> work) {
    try (SqlSession session = factory.openSession(true)) {
      work.accept(session.getMapper(ItemMapper.class));
    }
  }

  private Path logOf(String mode, Consumer<SqlSessionFactory> work) {
    Path file = folder.resolve("audit.log");
    LoggerContext loggers = (LoggerContext) LoggerFactory.getILoggerFactory();
    PatternLayoutEncoder layout = new PatternLayoutEncoder();
    layout.setContext(loggers);
    layout.setPattern("%d{yyyy-MM-dd HH:mm:ss.SSS} [%thread] %-5level %logger{0} - %msg%n");
    layout.start();
    FileAppender<ILoggingEvent> appender = new FileAppender<>();
    appender.setContext(loggers);
    appender.setFile(file.toString());
    appender.setEncoder(layout);
    appender.start();
    Logger audit = loggers.getLogger("rwsplit.audit");
    audit.addAppender(appender);
    try {
      with(mode, work);
    } finally {
      // after the cluster: lines may be written by a thread of its own
      audit.detachAppender(appender);
      appender.stop();
    }
    return file;
  }

  private void with(String mode, Consumer<SqlSessionFactory> work) {
    MySqlNode node = servers.primary();
    PooledDataSource primary =
        new PooledDataSource(
            "com.mysql.cj.jdbc.Driver", node.jdbcUrl(), node.user(), node.password());
    RwSplitXml.accept();
    Configuration configuration =
        new Configuration(new Environment("shop", new JdbcTransactionFactory(), primary));
    configuration.addMapper(ItemMapper.class);
    SqlSessionFactory factory = new SqlSessionFactoryBuilder().build(configuration);
    RwSplitClusterBuilder builder =
        RwSplitCluster.builder(primary).property("audit.enabled", "true").property("mode", mode);
    servers
        .replicas()
        .forEach(
            replica -> builder.property("replicas." + replica.name() + ".url", replica.jdbcUrl()));
    try (RwSplitCluster cluster = builder.build()) {
      cluster.attach(factory);
      cluster.verify();
      cluster.start();
      work.accept(factory);
    } finally {
      primary.forceCloseAll();
    }
  }
}
