package io.github.rwsplit.cases;

import java.io.Serializable;

/** One order of the shop that the cases run on. */
public class Order implements Serializable {

  private static final long serialVersionUID = 1L;

  private Long id;
  private long userId;
  private String status;

  public Order() {}

  public Order(long userId, String status) {
    this.userId = userId;
    this.status = status;
  }

  public Long getId() {
    return id;
  }

  public void setId(Long id) {
    this.id = id;
  }

  public long getUserId() {
    return userId;
  }

  public void setUserId(long userId) {
    this.userId = userId;
  }

  public String getStatus() {
    return status;
  }

  public void setStatus(String status) {
    this.status = status;
  }
}
