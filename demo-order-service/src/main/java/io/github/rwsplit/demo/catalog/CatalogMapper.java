package io.github.rwsplit.demo.catalog;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import java.math.BigDecimal;
import java.util.List;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.jspecify.annotations.Nullable;

/** The statements on the catalog: a moment old is good enough, but for what a buyer pays. */
@Mapper
@Consistency(ConsistencyLevel.EVENTUAL)
interface CatalogMapper {

  /** The articles of a category, or all of them where it is null. */
  @Select(
      """
      SELECT s.id AS sku_id, s.code, s.name, s.category, s.price, i.available
        FROM sku s
        JOIN inventory i ON i.sku_id = s.id
       WHERE (#{category} IS NULL OR s.category = #{category})
       ORDER BY s.id
      """)
  List<CatalogItem> list(@Nullable String category);

  /** The article, or null where there is none. */
  @Select("SELECT id AS sku_id, code, name, category, price, version FROM sku WHERE id = #{skuId}")
  @Nullable Article find(long skuId);

  /** Changes the price; false where there is no such article. */
  @Update("UPDATE sku SET price = #{price}, version = version + 1 WHERE id = #{skuId}")
  boolean changePrice(@Param("skuId") long skuId, @Param("price") BigDecimal price);

  /** The price of one, or null where there is no such article. */
  @Consistency(ConsistencyLevel.STRONG)
  @Select("SELECT price FROM sku WHERE id = #{skuId}")
  @Nullable BigDecimal priceOf(long skuId);
}
