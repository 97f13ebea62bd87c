package io.github.rwsplit.boot.slice;

import java.util.List;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Update;

/** A mapper whose XML has the attributes of this library. */
@Mapper
public interface NoteMapper {

  @Update("create table note (id int primary key, text varchar(20))")
  void createTable();

  int add(int id, String text);

  String text(int id);

  List<String> all();

  /** Writes, and reads with each of the statements. */
  static List<String> use(NoteMapper notes) {
    notes.createTable();
    notes.add(1, "a");
    notes.add(2, "b");
    return List.of(notes.text(1), String.join(",", notes.all()));
  }
}
