package io.github.rwsplit.cases;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.route.RouteReason;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.ReceivedStatement;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** B28: whatever was not known as a write went to a replica. */
@WithMySqlCluster(replicas = 2)
class CaseB28Test {

  interface Statements {

    @Update("create table if not exists copy_of_orders like orders")
    void createInAnUpdate();

    @Consistency(EVENTUAL)
    @Select("create table if not exists copy_of_orders like orders")
    List<Map<String, Object>> create();

    @Consistency(EVENTUAL)
    @Select("replace into orders (id, user_id, status) values (1, 1, 'REPLACED')")
    List<Map<String, Object>> replace();

    @Consistency(EVENTUAL)
    @Select("analyze table orders")
    List<Map<String, Object>> analyze();

    @Consistency(EVENTUAL)
    @Select("show tables")
    List<Map<String, Object>> showTables();

    @Consistency(EVENTUAL)
    @Select("do sleep(0)")
    List<Map<String, Object>> doSomething();

    @Consistency(EVENTUAL)
    @Select("set @rate = 5")
    List<Map<String, Object>> set();

    @Consistency(EVENTUAL)
    @Select("checksum table orders")
    List<Map<String, Object>> checksum();
  }

  private enum Case {
    CREATE_IN_AN_UPDATE(Statements::createInAnUpdate, RouteReason.WRITE, "create table"),
    CREATE(Statements::create, RouteReason.WRITE, "create table"),
    REPLACE(Statements::replace, RouteReason.WRITE, "replace into"),
    ANALYZE(Statements::analyze, RouteReason.UNCLASSIFIED, "analyze table"),
    SHOW(Statements::showTables, RouteReason.UNCLASSIFIED, "show tables"),
    DO(Statements::doSomething, RouteReason.UNCLASSIFIED, "do sleep"),
    SET(Statements::set, RouteReason.UNCLASSIFIED, "set @rate"),
    CHECKSUM(Statements::checksum, RouteReason.UNCLASSIFIED, "checksum");

    private final Consumer<Statements> call;
    private final RouteReason reason;
    private final String begin;

    Case(Consumer<Statements> call, RouteReason reason, String begin) {
      this.call = call;
      this.reason = reason;
      this.begin = begin;
    }
  }

  @ParameterizedTest
  @EnumSource(Case.class)
  void statement_thatIsNoPlainRead_isOnThePrimary(Case statement, MySqlCluster servers)
      throws Exception {
    try (Shop shop = Shop.on(servers).mapper(Statements.class).open()) {
      statement.call.accept(shop.mapper(Statements.class));

      assertThat(shop.events()).hasSize(1);
      assertThat(shop.lastEvent().reason()).isEqualTo(statement.reason);
      // some of them are what pools send too, so they are looked for by their text
      for (MySqlNode node : servers.nodes()) {
        assertThat(node.everythingReceived())
            .extracting(ReceivedStatement::text)
            .filteredOn(text -> text.toLowerCase(Locale.ROOT).startsWith(statement.begin))
            .hasSize(node.role() == PRIMARY ? 1 : 0);
      }
    }
  }
}
