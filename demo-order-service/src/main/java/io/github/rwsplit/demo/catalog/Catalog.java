package io.github.rwsplit.demo.catalog;

import io.github.rwsplit.demo.web.Refusal;
import java.math.BigDecimal;
import org.springframework.stereotype.Service;

/** What other features ask the catalog. */
@Service
public final class Catalog {

  private final CatalogMapper catalog;

  Catalog(CatalogMapper catalog) {
    this.catalog = catalog;
  }

  /**
   * The price of one.
   *
   * @throws Refusal 404 for an unknown article
   */
  public BigDecimal priceOf(long skuId) {
    BigDecimal price = catalog.priceOf(skuId);
    if (price == null) {
      throw Refusal.notFound("sku", skuId);
    }
    return price;
  }
}
