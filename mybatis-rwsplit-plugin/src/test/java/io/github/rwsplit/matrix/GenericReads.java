package io.github.rwsplit.matrix;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.annotation.ConsistencyLevel.SESSION;
import static io.github.rwsplit.annotation.ConsistencyLevel.STRONG;

import com.baomidou.mybatisplus.core.metadata.IPage;
import io.github.rwsplit.annotation.Consistency;
import java.util.List;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;

/** Selects that a mapper inherits. */
public interface GenericReads<T> {

  @Consistency(STRONG)
  @Select(WhoMapper.SQL)
  List<T> inheritedStrong(@Param("page") IPage<?> page);

  @Consistency(SESSION)
  @Select(WhoMapper.SQL)
  List<T> inheritedSession(@Param("page") IPage<?> page);

  @Consistency(EVENTUAL)
  @Select(WhoMapper.SQL)
  List<T> inheritedEventual(@Param("page") IPage<?> page);

  @Select(WhoMapper.SQL)
  List<T> inheritedUndeclared(@Param("page") IPage<?> page);
}
