package io.github.rwsplit.histories;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import org.jspecify.annotations.Nullable;

/** A mark that is a row of its own. */
@TableName("notes")
public class Note {

  @TableId(type = IdType.AUTO)
  private @Nullable Long id;

  private long owner;
  private int mark;
  private @Nullable Long seen;

  public Note() {}

  Note(long owner, int mark) {
    this.owner = owner;
    this.mark = mark;
  }

  public @Nullable Long getId() {
    return id;
  }

  public void setId(Long id) {
    this.id = id;
  }

  public long getOwner() {
    return owner;
  }

  public void setOwner(long owner) {
    this.owner = owner;
  }

  public int getMark() {
    return mark;
  }

  public void setMark(int mark) {
    this.mark = mark;
  }

  public @Nullable Long getSeen() {
    return seen;
  }

  public void setSeen(Long seen) {
    this.seen = seen;
  }
}
