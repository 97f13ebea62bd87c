package io.github.rwsplit.proof;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

/** Rows whose version only grows. */
interface VersionMapper {

  @Update("update versions set version = #{version} where id = #{id}")
  int write(@Param("id") long id, @Param("version") long version);

  @Consistency(ConsistencyLevel.SESSION)
  @Select("select version from versions where id = #{id}")
  long readInSession(long id);

  @Consistency(ConsistencyLevel.EVENTUAL)
  @Select("select version from versions where id = #{id}")
  long readAnywhere(long id);
}
