package io.github.rwsplit.around;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row of the mappers' table, as JPA sees it. */
@Entity
@Table(name = "item")
class JpaItem {

  @Id private int id;

  private String name = "";

  protected JpaItem() {}

  JpaItem(int id, String name) {
    this.id = id;
    this.name = name;
  }

  int getId() {
    return id;
  }

  String getName() {
    return name;
  }

  void setName(String name) {
    this.name = name;
  }
}
