package io.github.rwsplit.connection;

import org.jspecify.annotations.Nullable;

/** A row to be written. */
public final class Note {

  private @Nullable Integer id;
  private final String text;

  public Note(String text) {
    this.text = text;
  }

  public Note(int id, String text) {
    this.id = id;
    this.text = text;
  }

  public @Nullable Integer getId() {
    return id;
  }

  public void setId(Integer id) {
    this.id = id;
  }

  public String getText() {
    return text;
  }
}
