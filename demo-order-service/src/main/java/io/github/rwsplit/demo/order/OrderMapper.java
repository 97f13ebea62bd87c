package io.github.rwsplit.demo.order;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.jspecify.annotations.Nullable;

/** The statements on orders; SQL and consistency are in {@code mapper/OrderMapper.xml}. */
@Mapper
interface OrderMapper {

  /** Inserts the order and sets its id. */
  int insert(NewOrder order);

  /**
   * Moves the order to another state, if it is in one of the given ones.
   *
   * @return 1, or 0 where the order is unknown or in another state
   */
  int changeStatus(
      @Param("id") long id,
      @Param("to") OrderStatus to,
      @Param("from") Set<OrderStatus> from,
      @Param("at") Instant at);

  /** The order with its article and payment, or null. */
  @Nullable OrderDetails find(long id);

  /** Where the order stands, or null. */
  @Nullable OrderState findState(long id);

  /** A user's orders, the newest first. */
  List<OrderLine> ofUser(long userId);

  /** Whether there is such a user. */
  boolean userExists(long userId);
}
