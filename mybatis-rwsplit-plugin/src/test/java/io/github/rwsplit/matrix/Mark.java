package io.github.rwsplit.matrix;

/** What a cell writes. */
public class Mark {

  private Long id;
  private final String note;

  public Mark(String note) {
    this.note = note;
  }

  public Long getId() {
    return id;
  }

  public void setId(Long id) {
    this.id = id;
  }

  public String getNote() {
    return note;
  }
}
