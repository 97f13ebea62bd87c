package io.github.rwsplit.samples.ruoyi;

/** A row, with the accessors that MyBatis and the framework want. */
public class SysOrder {

  private Long orderId;
  private String userName;
  private String status;

  public Long getOrderId() {
    return orderId;
  }

  public void setOrderId(Long orderId) {
    this.orderId = orderId;
  }

  public String getUserName() {
    return userName;
  }

  public void setUserName(String userName) {
    this.userName = userName;
  }

  public String getStatus() {
    return status;
  }

  public void setStatus(String status) {
    this.status = status;
  }
}
