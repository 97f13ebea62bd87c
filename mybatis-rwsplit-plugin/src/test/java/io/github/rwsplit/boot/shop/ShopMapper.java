package io.github.rwsplit.boot.shop;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;

/** A mapper for the tests of the wiring. */
@Mapper
public interface ShopMapper {

  @Select("select 1")
  int one();

  @Consistency(ConsistencyLevel.EVENTUAL)
  @Select("select 2")
  int two();

  @Consistency(ConsistencyLevel.STRONG)
  default int three() {
    return one() + two();
  }
}
