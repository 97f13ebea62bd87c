package io.github.rwsplit.demo.inventory;

import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Update;

/** The statements on stock; both write, so there is nothing to declare. */
@Mapper
interface InventoryMapper {

  /**
   * Takes from the stock what is there.
   *
   * @return 1, or 0 where there is less than that or no such article
   */
  @Update(
      """
      UPDATE inventory SET available = available - #{quantity}
       WHERE sku_id = #{skuId} AND available >= #{quantity}
      """)
  int take(@Param("skuId") long skuId, @Param("quantity") int quantity);

  /** Puts back what was taken. */
  @Update("UPDATE inventory SET available = available + #{quantity} WHERE sku_id = #{skuId}")
  int putBack(@Param("skuId") long skuId, @Param("quantity") int quantity);
}
