package io.github.rwsplit.samples.generated;

import java.util.ArrayList;
import java.util.List;

/** As a generator writes it, with less of the same. */
public class InvoiceExample {

  protected String orderByClause;
  protected boolean distinct;
  protected List<Criteria> oredCriteria = new ArrayList<>();

  public String getOrderByClause() {
    return orderByClause;
  }

  public void setOrderByClause(String orderByClause) {
    this.orderByClause = orderByClause;
  }

  public boolean isDistinct() {
    return distinct;
  }

  public void setDistinct(boolean distinct) {
    this.distinct = distinct;
  }

  public List<Criteria> getOredCriteria() {
    return oredCriteria;
  }

  public Criteria or() {
    Criteria criteria = new Criteria();
    oredCriteria.add(criteria);
    return criteria;
  }

  public Criteria createCriteria() {
    Criteria criteria = new Criteria();
    if (oredCriteria.isEmpty()) {
      oredCriteria.add(criteria);
    }
    return criteria;
  }

  protected abstract static class GeneratedCriteria {

    protected List<Criterion> criteria = new ArrayList<>();

    public boolean isValid() {
      return !criteria.isEmpty();
    }

    public List<Criterion> getAllCriteria() {
      return criteria;
    }

    public List<Criterion> getCriteria() {
      return criteria;
    }

    public Criteria andCustomerIsNotNull() {
      criteria.add(new Criterion("customer is not null"));
      return (Criteria) this;
    }

    public Criteria andCustomerEqualTo(String value) {
      criteria.add(new Criterion("customer =", value));
      return (Criteria) this;
    }

    public Criteria andCentsBetween(Integer low, Integer high) {
      criteria.add(new Criterion("cents between", low, high));
      return (Criteria) this;
    }

    public Criteria andIdIn(List<Long> values) {
      criteria.add(new Criterion("id in", values));
      return (Criteria) this;
    }
  }

  public static class Criteria extends GeneratedCriteria {
    protected Criteria() {}
  }

  public static class Criterion {

    private final String condition;
    private Object value;
    private Object secondValue;
    private boolean noValue;
    private boolean singleValue;
    private boolean betweenValue;
    private boolean listValue;

    protected Criterion(String condition) {
      this.condition = condition;
      this.noValue = true;
    }

    protected Criterion(String condition, Object value) {
      this.condition = condition;
      this.value = value;
      this.listValue = value instanceof List<?>;
      this.singleValue = !listValue;
    }

    protected Criterion(String condition, Object value, Object secondValue) {
      this.condition = condition;
      this.value = value;
      this.secondValue = secondValue;
      this.betweenValue = true;
    }

    public String getCondition() {
      return condition;
    }

    public Object getValue() {
      return value;
    }

    public Object getSecondValue() {
      return secondValue;
    }

    public boolean isNoValue() {
      return noValue;
    }

    public boolean isSingleValue() {
      return singleValue;
    }

    public boolean isBetweenValue() {
      return betweenValue;
    }

    public boolean isListValue() {
      return listValue;
    }
  }
}
