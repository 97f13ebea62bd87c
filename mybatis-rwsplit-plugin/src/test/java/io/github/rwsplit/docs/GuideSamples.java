package io.github.rwsplit.docs;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.test.MySqlCluster;
import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.jspecify.annotations.NullUnmarked;
import org.springframework.transaction.annotation.Transactional;

/** The samples of docs/guide.md, so that they compile; {@link DocsSamplesTest} compares. */
@NullUnmarked
@SuppressWarnings({"unused", "FutureReturnValueIgnored", "InterfaceMayBeAnnotatedFunctional"})
final class GuideSamples {

  record Item(long id, String name) {}

  @Mapper
  @Consistency(ConsistencyLevel.EVENTUAL)
  interface ItemMapper {

    @Select("SELECT id, name FROM item ORDER BY id")
    List<Item> all();

    @Consistency(ConsistencyLevel.STRONG)
    @Select("SELECT price FROM item WHERE id = #{id}")
    BigDecimal priceOf(long id);
  }

  interface OrderMapper {
    @Consistency(ConsistencyLevel.SESSION)
    @Select("SELECT status FROM orders WHERE id = #{id}")
    String status(long id);

    void insert(long itemId, BigDecimal price);
  }

  interface ReportMapper {
    @Consistency(value = ConsistencyLevel.EVENTUAL, group = "reporting", maxLag = "2m")
    @Select("SELECT COUNT(*) FROM orders")
    long orders();
  }

  static class Service {
    private ItemMapper items;
    private OrderMapper orders;

    @Transactional
    public void place(long itemId) {
      BigDecimal price = items.priceOf(itemId);
      orders.insert(itemId, price);
    }

    public List<Item> catalog() {
      return items.all();
    }
  }

  private ItemMapper items;
  private OrderMapper orders;
  private Service service;
  private MySqlCluster cluster;

  void newest(long itemId) throws Exception {
    BigDecimal price = RwSplit.forcePrimary(() -> items.priceOf(itemId));
  }

  void session(long userId, long orderId, ExecutorService executor) throws Exception {
    String status = RwSplit.inSession("user-" + userId, () -> orders.status(orderId));
    executor.submit(RwSplit.snapshot().wrap(() -> orders.status(orderId)));
  }

  void message(long orderId) throws Exception {
    String token = RwSplit.currentToken();
    RwSplit.withToken(token, () -> orders.status(orderId));
  }

  void tests() {
    assertThatCall(() -> items.all()).ranOn(REPLICA).because(EVENTUAL_REPLICA);
    assertThatCall(() -> service.place(1)).ranOn(PRIMARY).ranNothingOn(REPLICA);
    cluster.node("replica-1").stopApplier();
  }
}
