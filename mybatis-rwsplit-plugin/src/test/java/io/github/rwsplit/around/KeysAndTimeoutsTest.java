package io.github.rwsplit.around;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.jdbc.exceptions.MySQLTimeoutException;
import io.github.rwsplit.Pools;
import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.cases.Order;
import io.github.rwsplit.cases.Shop;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Select;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;

/** Generated keys and time limits of statements and transactions are as without the library. */
@WithMySqlCluster(replicas = 1)
class KeysAndTimeoutsTest {

  interface Slow {

    /** A billion rows to look at. */
    String SLOW =
        "with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)"
            + " select count(*) from n a join n b join n c where a.i + b.i + c.i < 0";

    @Consistency(EVENTUAL)
    @Options(timeout = 1)
    @Select(SLOW)
    long limited();

    @Consistency(EVENTUAL)
    @Select(SLOW)
    long unlimited();

    @Insert({
      "<script>insert into orders (user_id, status) values",
      "<foreach collection='list' item='o' separator=','>(#{o.userId}, #{o.status})</foreach>",
      "</script>"
    })
    @Options(useGeneratedKeys = true, keyProperty = "id")
    int insertAll(List<Order> orders);
  }

  @Test
  void timeoutOfASelect_onAReplica_endsIt_andTheReplicaGoesOnServing(MySqlCluster servers)
      throws Exception {
    try (Shop shop = open(servers)) {
      assertThatCall(() -> timesOut(() -> shop.mapper(Slow.class).limited()))
          .ranOn(REPLICA)
          .ranNothingOn(PRIMARY);
      for (int i = 0; i < 3; i++) {
        assertThatCall(() -> shop.orders().selectById(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
      }
    }
  }

  @Test
  void timeoutOfTheTransaction_endsItsSelectOnThePrimary(MySqlCluster servers) throws Exception {
    try (Shop shop = open(servers)) {
      TransactionTemplate limited = shop.required();
      limited.setTimeout(1);
      assertThatCall(
              () -> timesOut(() -> limited.execute(status -> shop.mapper(Slow.class).unlimited())))
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA)
          .because(TX_READ_WRITE);
      Pools.assertAllReturned(shop.pool());
    }
  }

  @Test
  void timeoutOfASelect_inATransaction_isTheShorterOfBoth(MySqlCluster servers) throws Exception {
    try (Shop shop = open(servers)) {
      TransactionTemplate patient = shop.required();
      patient.setTimeout(600);
      assertThatCall(
              () -> timesOut(() -> patient.execute(status -> shop.mapper(Slow.class).limited())))
          .ranOn(PRIMARY)
          .because(TX_READ_WRITE);
    }
  }

  private static boolean timesOut(org.assertj.core.api.ThrowableAssert.ThrowingCallable work) {
    assertThatThrownBy(work).hasRootCauseInstanceOf(MySQLTimeoutException.class);
    return true;
  }

  @Test
  void generatedKeys_ofOneAndOfManyRows_areThoseOfThePrimary(MySqlCluster servers)
      throws Exception {
    try (Shop shop = open(servers)) {
      Order one = new Order(9, "ONE");
      List<Order> many = List.of(new Order(9, "A"), new Order(9, "B"), new Order(9, "C"));

      assertThatCall(() -> shop.orders().insert(one)).ranOn(PRIMARY).because(WRITE);
      assertThatCall(() -> shop.mapper(Slow.class).insertAll(many)).ranOn(PRIMARY).because(WRITE);
      servers.awaitReplication();

      assertThat(statusOnReplica(shop, one)).isEqualTo("ONE");
      assertThat(many)
          .extracting(order -> statusOnReplica(shop, order))
          .containsExactly("A", "B", "C");
    }
  }

  private static String statusOnReplica(Shop shop, Order order) {
    try {
      return assertThatCall(() -> shop.orders().selectById(order.getId()))
          .ranOn(REPLICA)
          .returning()
          .getStatus();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Shop open(MySqlCluster servers) throws Exception {
    return Shop.on(servers).poolSize(1).mapper(Slow.class).open();
  }
}
