package io.github.rwsplit.samples.plus;

import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import com.baomidou.mybatisplus.core.metadata.IPage;
import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;

public interface ProductMapper extends BaseMapper<Product> {

  @Consistency(ConsistencyLevel.EVENTUAL)
  @Select("select id, name from product where deleted = 0 and name like #{like} order by id")
  IPage<Product> pageByName(IPage<Product> page, @Param("like") String like);

  @Select("select name from product where id = #{id}")
  String nameOf(long id);
}
