package io.github.rwsplit.mybatis;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.annotation.ConsistencyLevel.SESSION;
import static io.github.rwsplit.annotation.ConsistencyLevel.STRONG;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.connection.Item;
import java.util.List;
import org.apache.ibatis.annotations.CacheNamespace;
import org.apache.ibatis.annotations.Many;
import org.apache.ibatis.annotations.One;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Result;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.mapping.FetchType;
import org.jspecify.annotations.Nullable;

/** Selects with a second-level cache. */
@CacheNamespace
public interface CachedItems {

  String NAME = "select name from item where id = #{id}";

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
  @Select("select name from item order by id")
  List<String> all();

  @Consistency(EVENTUAL)
  @Options(useCache = false)
  @Select("select id, name from item where id = #{id}")
  @Result(property = "id", column = "id", id = true)
  @Result(
      property = "children",
      column = "id",
      many = @Many(select = "children", fetchType = FetchType.LAZY))
  Item lazy(int id);

  @Consistency(EVENTUAL)
  @Select("select name from child where item_id = #{id} order by id")
  List<String> children(int id);

  @Consistency(EVENTUAL)
  @Options(useCache = false)
  @Select("select id, name from item where id = #{id}")
  @Result(property = "id", column = "id", id = true)
  @Result(
      property = "self",
      column = "id",
      one = @One(select = "circular", fetchType = FetchType.EAGER))
  Circular circular(int id);

  /** A row that refers to itself. */
  class Circular {

    private int id;
    private String name = "";
    private @Nullable Circular self;

    public int getId() {
      return id;
    }

    public String getName() {
      return name;
    }

    public @Nullable Circular getSelf() {
      return self;
    }
  }
}
