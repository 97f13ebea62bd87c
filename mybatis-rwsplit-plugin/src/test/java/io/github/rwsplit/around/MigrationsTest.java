package io.github.rwsplit.around;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.Pools;
import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.cases.Shop;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import javax.sql.DataSource;
import liquibase.Contexts;
import liquibase.Liquibase;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.DirectoryResourceAccessor;
import org.apache.ibatis.annotations.Select;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Migrations on the application's DataSource, which stays the primary's. */
@WithMySqlCluster(replicas = 2)
class MigrationsTest {

  @TempDir private Path folder;

  interface Migrated {

    @Consistency(EVENTUAL)
    @Select("select text from by_flyway")
    String byFlyway();

    @Consistency(EVENTUAL)
    @Select("select text from by_liquibase")
    String byLiquibase();
  }

  @Test
  void flyway_runsOnThePrimaryOnly_andMappersReadTheReplicasAfterwards(MySqlCluster servers)
      throws Exception {
    Files.writeString(
        folder.resolve("V2__table.sql"),
        "create table by_flyway (text varchar(20)); insert into by_flyway values ('flyway');");
    try (Shop shop = open(servers)) {
      assertThatCall(() -> migrateByFlyway(shop.pool())).ranOn(PRIMARY).ranNothingOn(REPLICA);
      servers.awaitReplication();

      assertThat(
              assertThatCall(() -> shop.mapper(Migrated.class).byFlyway())
                  .ranOn(REPLICA)
                  .because(EVENTUAL_REPLICA)
                  .returning())
          .isEqualTo("flyway");
      Pools.assertAllReturned(shop.pool());
    }
  }

  @Test
  void liquibase_runsOnThePrimaryOnly_andMappersReadTheReplicasAfterwards(MySqlCluster servers)
      throws Exception {
    Files.writeString(
        folder.resolve("changes.sql"),
        """
        --liquibase formatted sql
        --changeset shop:1
        create table by_liquibase (text varchar(20));
        --changeset shop:2
        insert into by_liquibase values ('liquibase');
        """);
    try (Shop shop = open(servers)) {
      assertThatCall(() -> migrateByLiquibase(shop.pool())).ranOn(PRIMARY).ranNothingOn(REPLICA);
      servers.awaitReplication();

      assertThat(
              assertThatCall(() -> shop.mapper(Migrated.class).byLiquibase())
                  .ranOn(REPLICA)
                  .because(EVENTUAL_REPLICA)
                  .returning())
          .isEqualTo("liquibase");
      Pools.assertAllReturned(shop.pool());
    }
  }

  private static Shop open(MySqlCluster servers) throws Exception {
    return Shop.on(servers)
        .schema(
            "drop table if exists by_flyway, by_liquibase, flyway_schema_history,"
                + " DATABASECHANGELOG, DATABASECHANGELOGLOCK")
        .mapper(Migrated.class)
        .open();
  }

  private int migrateByFlyway(DataSource dataSource) {
    return Flyway.configure()
        .dataSource(dataSource)
        .locations("filesystem:" + folder)
        .baselineOnMigrate(true)
        .load()
        .migrate()
        .migrationsExecuted;
  }

  private boolean migrateByLiquibase(DataSource dataSource) throws Exception {
    try (Connection connection = dataSource.getConnection();
        DirectoryResourceAccessor files = new DirectoryResourceAccessor(folder);
        Liquibase liquibase = new Liquibase("changes.sql", files, new JdbcConnection(connection))) {
      liquibase.update(new Contexts());
      return true;
    }
  }
}
