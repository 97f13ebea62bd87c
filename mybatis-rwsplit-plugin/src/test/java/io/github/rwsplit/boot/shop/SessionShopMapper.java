package io.github.rwsplit.boot.shop;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import org.apache.ibatis.annotations.Select;

/** A mapper that needs sessions; no scan finds it. */
public interface SessionShopMapper {

  @Consistency(ConsistencyLevel.SESSION)
  @Select("select 4")
  int four();

  @Consistency(ConsistencyLevel.SESSION)
  @Select("select 5")
  int five();
}
