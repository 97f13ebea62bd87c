package io.github.rwsplit.histories;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.annotation.ConsistencyLevel.SESSION;
import static io.github.rwsplit.annotation.ConsistencyLevel.STRONG;

import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import com.baomidou.mybatisplus.core.metadata.IPage;
import io.github.rwsplit.annotation.Consistency;
import java.util.List;
import org.apache.ibatis.annotations.CacheNamespace;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.ResultType;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.SelectKey;
import org.apache.ibatis.annotations.Update;
import org.apache.ibatis.cursor.Cursor;
import org.apache.ibatis.mapping.StatementType;
import org.apache.ibatis.session.ResultHandler;

/**
 * The statements of the programs. Each select tells which server answered, because each server has
 * a row of its own in one table.
 */
public final class Mappers {

  static final String CELL =
      "select (select name from whoami) as server, marks from cells where id = #{id}";
  static final String NOTES =
      "select (select name from whoami) as server, mark as marks from notes where owner = #{owner}";
  static final String APPEND =
      "update cells set marks = concat(marks, #{mark}, ',') where id = #{id}";

  static final List<String> SCHEMA =
      List.of(
          "create table whoami (name varchar(20) not null)",
          "insert into whoami values ('primary')",
          "create table cells (id bigint primary key, marks varchar(2000) not null)",
          "create table notes (id bigint primary key auto_increment, owner bigint not null,"
              + " mark int not null, seen bigint, key (owner))",
          "create procedure append_mark(in cell bigint, in mark int)"
              + " update cells set marks = concat(marks, mark, ',') where id = cell");

  private Mappers() {}

  /** What there is at each level. */
  public interface Reads {

    @Select(CELL)
    Row cell(long id);

    @Select(CELL + " for update")
    Row locked(long id);

    @Select(CELL)
    @ResultType(Row.class)
    void each(long id, ResultHandler<Row> handler);

    @Select(NOTES)
    List<Row> notes(@Param("owner") long owner);

    @Select(NOTES)
    List<Row> page(@Param("page") IPage<?> page, @Param("owner") long owner);

    @Select(NOTES)
    Cursor<Row> stream(@Param("owner") long owner);
  }

  /** At STRONG. */
  @Consistency(STRONG)
  public interface StrongReads extends Reads {}

  /** At SESSION. */
  @Consistency(SESSION)
  public interface SessionReads extends Reads {}

  /** At EVENTUAL. */
  @Consistency(EVENTUAL)
  public interface EventualReads extends Reads {}

  /** At EVENTUAL, with a limit of its own. */
  @Consistency(value = EVENTUAL, maxLag = "500ms")
  public interface FreshReads extends Reads {}

  /** With nothing declared. */
  public interface UndeclaredReads extends Reads {}

  /** Cells behind a second-level cache, which the statements of this mapper alone empty. */
  @CacheNamespace
  public interface CachedCells {

    @Consistency(STRONG)
    @Select(CELL)
    Row strong(long id);

    @Consistency(SESSION)
    @Select(CELL)
    Row session(long id);

    @Consistency(EVENTUAL)
    @Select(CELL)
    Row eventual(long id);

    @Select(CELL)
    Row undeclared(long id);

    @Update(APPEND)
    int append(@Param("id") long id, @Param("mark") int mark);
  }

  /**
   * Every way to write by a mapper. No text is that of another, because REUSE would take a
   * statement that was prepared without keys for one that needs them.
   */
  public interface Writes {

    @Update(APPEND)
    int append(@Param("id") long id, @Param("mark") int mark);

    @Options(statementType = StatementType.CALLABLE)
    @Update("{call append_mark(#{id}, #{mark})}")
    int call(@Param("id") long id, @Param("mark") int mark);

    @Insert("insert into notes (owner, mark, seen) values (#{owner}, #{mark}, 1)")
    int insert(Note note);

    @Options(useGeneratedKeys = true, keyProperty = "id")
    @Insert("insert into notes (owner, mark) values (#{owner}, #{mark})")
    int generatedKey(Note note);

    @SelectKey(
        statement = "select coalesce(max(id), 0) from notes",
        keyProperty = "seen",
        before = true,
        resultType = Long.class)
    @Insert("insert into notes (owner, mark, seen) values (#{owner}, #{mark}, #{seen})")
    int keyBefore(Note note);

    @SelectKey(
        statement = "select last_insert_id()",
        keyProperty = "id",
        before = false,
        resultType = Long.class)
    @Insert("insert into notes (owner, mark, seen) values (#{owner}, #{mark}, 2)")
    int keyAfter(Note note);
  }

  /** MyBatis-Plus' own statements. */
  public interface PlusNotes extends BaseMapper<Note> {}
}
