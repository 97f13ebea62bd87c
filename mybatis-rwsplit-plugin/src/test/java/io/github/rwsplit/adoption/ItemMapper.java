package io.github.rwsplit.adoption;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import java.util.List;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

/** The application's mapper; the XML beside it declares the rest. */
@Mapper
public interface ItemMapper {

  @Consistency(ConsistencyLevel.EVENTUAL)
  @Select("select name from item where id = #{id}")
  String name(long id);

  @Consistency(ConsistencyLevel.STRONG)
  @Select("select name from item where id = #{id}")
  String nameNow(long id);

  @Consistency(ConsistencyLevel.SESSION)
  @Select("select name from item where id = #{id}")
  String nameAsISawIt(long id);

  @Select("select name from item where id = #{id}")
  String nameUndeclared(long id);

  /** In XML, EVENTUAL. */
  List<String> all();

  @Update("update item set name = #{name} where id = #{id}")
  int rename(@Param("id") long id, @Param("name") String name);

  @Consistency(ConsistencyLevel.STRONG)
  default String nameForSure(long id) {
    return name(id);
  }
}
