package io.github.rwsplit.samples.generated;

/** As a generator writes it. */
public class Invoice {

  private Long id;
  private String customer;
  private Integer cents;

  public Long getId() {
    return id;
  }

  public void setId(Long id) {
    this.id = id;
  }

  public String getCustomer() {
    return customer;
  }

  public void setCustomer(String customer) {
    this.customer = customer == null ? null : customer.trim();
  }

  public Integer getCents() {
    return cents;
  }

  public void setCents(Integer cents) {
    this.cents = cents;
  }
}
