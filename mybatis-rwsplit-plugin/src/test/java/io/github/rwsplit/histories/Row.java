package io.github.rwsplit.histories;

import java.io.Serializable;

/** What a select gives: the marks that it saw, and the server that it saw them on. */
public class Row implements Serializable {

  private static final long serialVersionUID = 1L;

  private String server = "";
  private String marks = "";

  public String getServer() {
    return server;
  }

  public void setServer(String server) {
    this.server = server;
  }

  public String getMarks() {
    return marks;
  }

  public void setMarks(String marks) {
    this.marks = marks;
  }
}
