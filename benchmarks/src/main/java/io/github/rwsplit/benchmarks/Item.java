package io.github.rwsplit.benchmarks;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The row that is read; its name is that of the node it was read on. */
public final class Item {

  private long id;
  private @Nullable String name;
  private @Nullable BigDecimal price;

  public long getId() {
    return id;
  }

  public void setId(long id) {
    this.id = id;
  }

  public @Nullable String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public @Nullable BigDecimal getPrice() {
    return price;
  }

  public void setPrice(BigDecimal price) {
    this.price = price;
  }
}
