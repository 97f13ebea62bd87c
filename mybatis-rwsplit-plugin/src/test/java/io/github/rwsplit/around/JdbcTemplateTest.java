package io.github.rwsplit.around;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.connection.Item;
import io.github.rwsplit.connection.TwoDatabases;
import java.sql.Connection;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DataSourceUtils;

/** JdbcTemplate on the DataSource of the mappers. Pools of one: a second connection would fail. */
class JdbcTemplateTest {

  private static final String NAME = "select name from item where id = 1";

  @Test
  void transaction_mapperAndTemplate_seeEachOthersWritesOnOneConnection() throws Exception {
    try (TwoDatabases both = TwoDatabases.builder().poolsOfOne().open()) {
      both.required()
          .executeWithoutResult(
              status -> {
                both.items().rename(new Item(1, "mapper"));
                assertThat(both.jdbc().queryForObject(NAME, String.class)).isEqualTo("mapper");
                both.jdbc().update("update item set name = 'template' where id = 1");
                assertThat(both.items().eventual(1)).isEqualTo("template");
                assertThat(both.items().undeclared(1)).isEqualTo("template");
                status.setRollbackOnly();
              });

      assertThat(both.jdbc().queryForObject(NAME, String.class)).isEqualTo("P1");
    }
  }

  @Test
  void transaction_connectionOfTheMapper_isTheOneOfTheTemplate() throws Exception {
    try (TwoDatabases both = TwoDatabases.builder().poolsOfOne().open()) {
      both.required()
          .executeWithoutResult(
              status -> {
                Connection first = DataSourceUtils.getConnection(both.dataSource());
                both.items().note("a");
                both.items().eventual(1);
                assertThat(DataSourceUtils.getConnection(both.dataSource())).isSameAs(first);
                assertThat(both.leased()).isZero();
              });
    }
  }

  /** Only what goes through MyBatis is seen: what has to follow the template asks for it. */
  @Test
  void scope_templateWrites_strongReadsSeeIt_andOthersWhereToldSo() throws Exception {
    try (TwoDatabases both = TwoDatabases.builder().poolsOfOne().open()) {
      both.supports()
          .executeWithoutResult(
              status -> {
                assertThat(both.items().eventual(1)).isEqualTo("R1");
                both.jdbc().update("update item set name = 'template' where id = 1");
                assertThat(both.items().strong(1)).isEqualTo("template");
                assertThat(both.items().eventual(1)).isEqualTo("R1");
                assertThat(forced(both)).isEqualTo("template");
              });
    }
  }

  private static String forced(TwoDatabases both) {
    try {
      return RwSplit.forcePrimary(() -> both.items().eventual(1));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void scope_mapperWrites_templateSeesIt() throws Exception {
    try (TwoDatabases both = TwoDatabases.builder().poolsOfOne().open()) {
      both.supports()
          .executeWithoutResult(
              status -> {
                both.items().eventual(1);
                both.items().rename(new Item(1, "mapper"));
                assertThat(both.jdbc().queryForObject(NAME, String.class)).isEqualTo("mapper");
              });
      assertThat(both.leased()).isZero();
    }
  }

  @Test
  void outside_templateIsAlwaysOnThePrimary() throws Exception {
    try (TwoDatabases both = TwoDatabases.builder().poolsOfOne().open()) {
      assertThat(both.jdbc().queryForObject(NAME, String.class)).isEqualTo("P1");
      assertThat(both.items().eventual(1)).isEqualTo("R1");
      assertThat(both.jdbc().queryForObject(NAME, String.class)).isEqualTo("P1");
      assertThat(both.reasons()).containsExactly(EVENTUAL_REPLICA);
    }
  }
}
