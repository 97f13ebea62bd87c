package io.github.rwsplit.benchmarks;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

/** The statements; only one of the contestants heeds the levels. */
public interface ItemMapper {

  @Consistency(ConsistencyLevel.EVENTUAL)
  @Select("select id, name, price from item where id = #{id}")
  Item find(long id);

  @Consistency(ConsistencyLevel.SESSION)
  @Select("select id, name, price from item where id = #{id}")
  Item findInSession(long id);

  @Consistency(ConsistencyLevel.STRONG)
  @Select("select id, name, price from item where id = #{id}")
  Item findNewest(long id);

  @Update("update item set price = price + 1 where id = #{id}")
  int raise(long id);
}
