package io.github.rwsplit.statement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemporaryTablesTest {

  private final TemporaryTables tables = new TemporaryTables();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create temporary table basket (sku bigint)",
        "CREATE TEMPORARY TABLE IF NOT EXISTS `Basket` LIKE t",
        "create /* a */ temporary table shop.basket select 1",
        "create temporary table `shop` . `basket` (sku bigint)",
      })
  void read_ofATableThatWasMade_readsStateOfItsConnection(String made) {
    look(made);

    assertThat(look("select sku from basket"))
        .isEqualTo(new SqlTraits(SqlKind.SIDE_EFFECT_FUNCTION, false, true, false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1 from `BASKET` b",
        "select 1 from orders o join shop.basket b on b.id = o.id",
        "select 1 from orders, basket",
        "select 1 from (basket)",
        "table basket",
        "select 1 from orders where id in (select sku from basket)",
        "select own_function(sku) from basket",
      })
  void read_thatNamesTheTableAnywhere_isRecognized(String sql) {
    look("create temporary table basket (sku bigint)");

    assertThat(look(sql).kind()).isEqualTo(SqlKind.SIDE_EFFECT_FUNCTION);
    assertThat(look(sql).connectionState()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1 from baskets",
        "select 'basket' from orders",
        "select 1 /* from basket */ from orders",
        "select basket.id from (select id from orders) basket",
        "select id as basket from orders",
        "select o.basket from orders o",
      })
  void read_ofOtherTables_staysARead(String sql) {
    look("create temporary table basket (sku bigint)");

    assertThat(look(sql)).isEqualTo(SqlTraits.of(SqlKind.READ));
  }

  @Test
  void tableThatIsNotTemporary_isNotRemembered() {
    look("create table basket (sku bigint)");
    look("update basket set sku = @n");
    look("drop temporary table basket");

    assertThat(look("select sku from basket")).isEqualTo(SqlTraits.of(SqlKind.READ));
  }

  @Test
  void names_areBounded_andTheOldestIsForgotten() {
    look("create temporary table t (id int)");
    look("create temporary table u (id int)");
    for (int i = 0; i < TemporaryTables.MOST - 1; i++) {
      look("create temporary table x" + i + " (id int)");
      look("create temporary table u (id int)");
    }

    assertThat(look("select 1 from t").kind()).isEqualTo(SqlKind.READ);
    assertThat(look("select 1 from u").kind()).isEqualTo(SqlKind.SIDE_EFFECT_FUNCTION);
    assertThat(look("select 1 from x0").kind()).isEqualTo(SqlKind.SIDE_EFFECT_FUNCTION);
  }

  private SqlTraits look(String sql) {
    return tables.look(sql, SqlRecognizer.recognize(sql));
  }
}
