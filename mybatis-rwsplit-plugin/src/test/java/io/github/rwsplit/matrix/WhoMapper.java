package io.github.rwsplit.matrix;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.annotation.ConsistencyLevel.SESSION;
import static io.github.rwsplit.annotation.ConsistencyLevel.STRONG;

import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import com.baomidou.mybatisplus.core.metadata.IPage;
import io.github.rwsplit.annotation.Consistency;
import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.SelectKey;
import org.apache.ibatis.annotations.SelectProvider;

/** The measured selects in all their forms, and what runs before them. */
public interface WhoMapper extends GenericReads<Who> {

  String SQL = "select id, name from whoami";

  static String sql() {
    return SQL;
  }

  List<Who> xmlStrong(@Param("page") IPage<?> page);

  List<Who> xmlSession(@Param("page") IPage<?> page);

  List<Who> xmlEventual(@Param("page") IPage<?> page);

  List<Who> xmlUndeclared(@Param("page") IPage<?> page);

  @Consistency(STRONG)
  @Select(SQL)
  List<Who> annotatedStrong(@Param("page") IPage<?> page);

  @Consistency(SESSION)
  @Select(SQL)
  List<Who> annotatedSession(@Param("page") IPage<?> page);

  @Consistency(EVENTUAL)
  @Select(SQL)
  List<Who> annotatedEventual(@Param("page") IPage<?> page);

  @Select(SQL)
  List<Who> annotatedUndeclared(@Param("page") IPage<?> page);

  @Consistency(STRONG)
  @SelectProvider(type = WhoMapper.class, method = "sql")
  List<Who> providedStrong(@Param("page") IPage<?> page);

  @Consistency(SESSION)
  @SelectProvider(type = WhoMapper.class, method = "sql")
  List<Who> providedSession(@Param("page") IPage<?> page);

  @Consistency(EVENTUAL)
  @SelectProvider(type = WhoMapper.class, method = "sql")
  List<Who> providedEventual(@Param("page") IPage<?> page);

  @SelectProvider(type = WhoMapper.class, method = "sql")
  List<Who> providedUndeclared(@Param("page") IPage<?> page);

  @Consistency(EVENTUAL)
  @Select("select count(*) from whoami")
  long first();

  @Insert("insert into marks (note) values (#{note})")
  int mark(String note);

  @Insert("insert into marks (id, note) values (#{id}, #{note})")
  @SelectKey(
      statement = "select coalesce(max(id), 0) + 1 from marks",
      keyProperty = "id",
      before = true,
      resultType = Long.class)
  int markWithKey(Mark mark);

  /** A mapper of MyBatis-Plus whose selects are STRONG. */
  @Consistency(STRONG)
  interface PlusStrong extends BaseMapper<Who> {}

  /** A mapper of MyBatis-Plus whose selects are SESSION. */
  @Consistency(SESSION)
  interface PlusSession extends BaseMapper<Who> {}

  /** A mapper of MyBatis-Plus whose selects are EVENTUAL. */
  @Consistency(EVENTUAL)
  interface PlusEventual extends BaseMapper<Who> {}

  /** A mapper of MyBatis-Plus whose selects declare nothing. */
  interface PlusUndeclared extends BaseMapper<Who> {}
}
