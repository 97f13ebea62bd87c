package io.github.rwsplit.matrix;

import com.baomidou.mybatisplus.annotation.TableName;

/** A row that tells which server gave it: each server has rows of its own in this table. */
@TableName("whoami")
public class Who {

  private Long id;
  private String name;

  public Long getId() {
    return id;
  }

  public void setId(Long id) {
    this.id = id;
  }

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }
}
