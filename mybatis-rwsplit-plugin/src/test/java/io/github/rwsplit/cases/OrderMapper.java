package io.github.rwsplit.cases;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.annotation.ConsistencyLevel.SESSION;
import static io.github.rwsplit.annotation.ConsistencyLevel.STRONG;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.OnEmpty;
import java.util.List;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.ResultType;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.SelectKey;
import org.apache.ibatis.annotations.Update;
import org.apache.ibatis.cursor.Cursor;
import org.apache.ibatis.session.ResultHandler;

/** The statements of the cases; half of them are in the XML beside this interface. */
public interface OrderMapper {

  @Consistency(EVENTUAL)
  @Select("select id, user_id, status from orders where id = #{id}")
  Order selectById(long id);

  @Consistency(SESSION)
  @Select("select id, user_id, status from orders where id = #{id}")
  Order selectByIdInSession(long id);

  @Consistency(STRONG)
  @Select("select id, user_id, status from orders where id = #{id}")
  Order selectByIdStrong(long id);

  @Select("select id, user_id, status from orders where id = #{id}")
  Order selectByIdUndeclared(long id);

  @Consistency(value = EVENTUAL, onEmpty = OnEmpty.PRIMARY)
  @Select("select id, user_id, status from orders where id = #{id}")
  Order findById(long id);

  @Consistency(value = EVENTUAL, group = "reporting")
  @Select("select count(*) from orders")
  long countForReport();

  @Consistency(EVENTUAL)
  @Select("select id, user_id, status from orders order by id")
  @ResultType(Order.class)
  void eachOrder(ResultHandler<Order> handler);

  @Consistency(EVENTUAL)
  @Select("select id, user_id, status from orders where id = #{id} for update")
  Order lockById(long id);

  @Consistency(EVENTUAL)
  @Select("select last_insert_id()")
  long lastInsertId();

  @Consistency(EVENTUAL)
  @Select("select id, user_id, status from orders order by id")
  Cursor<Order> streamAll();

  @Insert("insert into orders (user_id, status) values (#{userId}, #{status})")
  @Options(useGeneratedKeys = true, keyProperty = "id")
  int insert(Order order);

  @Insert("insert into orders (id, user_id, status) values (#{id}, #{userId}, #{status})")
  @SelectKey(
      statement = "select coalesce(max(id), 0) + 1 from orders",
      keyProperty = "id",
      before = true,
      resultType = Long.class)
  int insertWithKeyBefore(Order order);

  @Insert("insert into orders (user_id, status) values (#{userId}, #{status})")
  @SelectKey(
      statement = "select last_insert_id()",
      keyProperty = "id",
      before = false,
      resultType = Long.class)
  int insertWithKeyAfter(Order order);

  @Update("update orders set status = #{status} where id = #{id}")
  int updateStatus(@Param("id") long id, @Param("status") String status);

  @Delete("delete from orders where id = #{id}")
  int delete(long id);

  List<Order> selectList(long userId);

  int insertWithXmlKeyBefore(Order order);
}
