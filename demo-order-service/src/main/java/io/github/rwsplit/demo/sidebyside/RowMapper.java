package io.github.rwsplit.demo.sidebyside;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.jspecify.annotations.Nullable;

/**
 * Rows whose version only grows. Not a {@code @Mapper}: the shop's own factory has no use of it.
 */
interface RowMapper {

  @Update("UPDATE side_by_side SET version = #{version} WHERE id = #{id}")
  int write(@Param("id") long id, @Param("version") long version);

  @Consistency(ConsistencyLevel.SESSION)
  @Select("SELECT version FROM side_by_side WHERE id = #{id}")
  @Nullable Long readInSession(long id);

  @Consistency(ConsistencyLevel.EVENTUAL)
  @Select("SELECT version FROM side_by_side WHERE id = #{id}")
  @Nullable Long readAnywhere(long id);
}
