package io.github.rwsplit.chaos;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.annotation.ConsistencyLevel.SESSION;
import static io.github.rwsplit.annotation.ConsistencyLevel.STRONG;

import io.github.rwsplit.annotation.Consistency;
import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

/** Rows whose version only grows, and numbers that are written once; the server says who it is. */
interface ChaosMapper {

  String READ = "select version, server from chaos_rows, chaos_who where id = #{id}";

  /** Run on the primary, in this order. */
  List<String> SCHEMA =
      List.of(
          // each server has a row of its own there
          "create table chaos_who (server char(36) primary key)",
          "create table chaos_rows (id int primary key, version bigint not null)",
          // no unique key on the number: what is written twice must be seen
          "create table chaos_writes (id bigint primary key auto_increment, number bigint not null,"
              + " server char(36) not null)");

  /**
   * @param server the server_uuid of the server that answered
   */
  record Seen(long version, String server) {}

  @Consistency(STRONG)
  @Select(READ)
  Seen readStrong(int id);

  @Consistency(SESSION)
  @Select(READ)
  Seen readInSession(int id);

  @Consistency(EVENTUAL)
  @Select(READ)
  Seen readAnywhere(int id);

  @Select(READ)
  Seen readUndeclared(int id);

  /**
   * What was sent before and arrives late, as from a socket of a paused server, changes nothing.
   */
  @Update("update chaos_rows set version = #{version} where id = #{id} and version < #{version}")
  int raise(@Param("id") int id, @Param("version") long version);

  /** The row tells for ever which server ran it, since rows are replicated, not statements. */
  @Insert("insert into chaos_writes (number, server) select #{number}, server from chaos_who")
  int write(long number);
}
