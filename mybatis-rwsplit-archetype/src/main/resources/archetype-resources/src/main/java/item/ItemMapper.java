package ${package}.item;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import java.math.BigDecimal;
import java.util.List;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;

/** Items: a mapper with annotations. Its statements may be a moment late unless they say more. */
@Mapper
@Consistency(ConsistencyLevel.EVENTUAL)
public interface ItemMapper {

  /** All items: a healthy replica answers. */
  @Select("SELECT id, name, price FROM item ORDER BY id")
  List<Item> all();

  /** What an order costs is money: the primary answers. */
  @Consistency(ConsistencyLevel.STRONG)
  @Select("SELECT price FROM item WHERE id = #{id}")
  BigDecimal priceOf(long id);
}
