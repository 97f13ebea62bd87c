package io.github.rwsplit.demo.payment;

import java.math.BigDecimal;
import java.time.Instant;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Update;

/** The statements on payments; both write, so there is nothing to declare. */
@Mapper
interface PaymentMapper {

  /** Writes a captured payment. */
  @Insert(
      """
      INSERT INTO payment (order_id, amount, status, captured_at)
      VALUES (#{orderId}, #{amount}, 'CAPTURED', #{at})
      """)
  int insert(
      @Param("orderId") long orderId, @Param("amount") BigDecimal amount, @Param("at") Instant at);

  /**
   * Marks a captured payment as refunded.
   *
   * @return 1, or 0 where there is no captured one
   */
  @Update(
      """
      UPDATE payment SET status = 'REFUNDED', refunded_at = #{at}
       WHERE order_id = #{orderId} AND status = 'CAPTURED'
      """)
  int refund(@Param("orderId") long orderId, @Param("at") Instant at);
}
