package io.github.rwsplit.connection;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.annotation.ConsistencyLevel.SESSION;
import static io.github.rwsplit.annotation.ConsistencyLevel.STRONG;

import io.github.rwsplit.annotation.Consistency;
import java.util.List;
import org.apache.ibatis.annotations.Flush;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Many;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Result;
import org.apache.ibatis.annotations.ResultType;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.SelectKey;
import org.apache.ibatis.annotations.Update;
import org.apache.ibatis.cursor.Cursor;
import org.apache.ibatis.executor.BatchResult;
import org.apache.ibatis.mapping.FetchType;
import org.apache.ibatis.session.ResultHandler;

/** The same SQL at every level, since MyBatis' caches and kept statements go by it. */
public interface Items {

  String NAME = "select name from item where id = #{id}";
  String NAMES = "select name from item order by id";

  @Consistency(EVENTUAL)
  @Select(NAME)
  String eventual(int id);

  @Consistency(SESSION)
  @Select(NAME)
  String session(int id);

  @Consistency(STRONG)
  @Select(NAME)
  String strong(int id);

  @Select(NAME)
  String undeclared(int id);

  @Consistency(EVENTUAL)
  @Select(NAMES)
  List<String> all();

  @Consistency(STRONG)
  @Select(NAMES)
  List<String> allStrong();

  @Consistency(EVENTUAL)
  @Select(NAMES)
  @ResultType(String.class)
  void each(ResultHandler<String> handler);

  @Consistency(EVENTUAL)
  @Select(NAMES)
  Cursor<String> stream();

  @Select("select count(*) from note")
  @Consistency(EVENTUAL)
  int notes();

  @Insert("insert into note (text) values (#{text})")
  int note(String text);

  @Insert("insert into note (id, text) values (#{id}, #{text})")
  int noteWithId(Note note);

  @Insert("insert into note (text) values (#{text})")
  @Options(useGeneratedKeys = true, keyProperty = "id")
  int noteGenerated(Note note);

  @Insert("insert into note (id, text) values (#{id}, #{text})")
  @SelectKey(
      statement = "select next value for note_key",
      keyProperty = "id",
      before = true,
      resultType = Integer.class)
  int noteKeyBefore(Note note);

  @Insert("insert into note (text) values (#{text})")
  @SelectKey(
      statement = "select max(id) from note",
      keyProperty = "id",
      before = false,
      resultType = Integer.class)
  int noteKeyAfter(Note note);

  @Flush
  List<BatchResult> flush();

  @Update("update item set name = #{name} where id = #{id}")
  int rename(Item item);

  @Consistency(EVENTUAL)
  @Select("select id, name from item order by id")
  @Result(property = "id", column = "id", id = true)
  @Result(
      property = "children",
      column = "id",
      many = @Many(select = "children", fetchType = FetchType.EAGER))
  List<Item> withChildren();

  @Consistency(EVENTUAL)
  @Select("select id, name from item order by id")
  @Result(property = "id", column = "id", id = true)
  @Result(
      property = "children",
      column = "id",
      many = @Many(select = "strongChildren", fetchType = FetchType.EAGER))
  List<Item> withStrongChildren();

  @Consistency(EVENTUAL)
  @Select("select id, name from item order by id")
  @Result(property = "id", column = "id", id = true)
  @Result(
      property = "children",
      column = "id",
      many = @Many(select = "lockedChildren", fetchType = FetchType.EAGER))
  List<Item> withLockedChildren();

  @Consistency(EVENTUAL)
  @Select("select id, name from item where id = #{id}")
  @Result(property = "id", column = "id", id = true)
  @Result(
      property = "children",
      column = "id",
      many = @Many(select = "eventualChildren", fetchType = FetchType.LAZY))
  Item lazy(int id);

  @Select("select name from child where item_id = #{id} order by id")
  List<String> children(int id);

  @Consistency(EVENTUAL)
  @Select("select name from child where item_id = #{id} order by id")
  List<String> eventualChildren(int id);

  @Consistency(STRONG)
  @Select("select name from child where item_id = #{id} order by id")
  List<String> strongChildren(int id);

  @Select("select name from child where item_id = #{id} order by id for update")
  List<String> lockedChildren(int id);
}
