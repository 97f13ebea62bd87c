package io.github.rwsplit.connection;

import java.io.Serializable;
import java.util.List;

/** A row that loads others. */
public class Item implements Serializable {

  private static final long serialVersionUID = 1L;

  private int id;
  private String name = "";
  private List<String> children = List.of();

  public Item() {}

  public Item(int id, String name) {
    this.id = id;
    this.name = name;
  }

  public int getId() {
    return id;
  }

  public String getName() {
    return name;
  }

  public List<String> getChildren() {
    return children;
  }

  /** Name and children, as they would be written in a list. */
  public String text() {
    return name + getChildren();
  }
}
