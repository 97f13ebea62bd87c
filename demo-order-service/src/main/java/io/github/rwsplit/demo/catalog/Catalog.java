package io.github.rwsplit.demo.catalog;

import com.github.benmanes.caffeine.cache.Ticker;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.demo.web.Refusal;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What other features ask the catalog. */
@Service
public final class Catalog {

  private final CatalogMapper catalog;
  private final ArticleCache cache;
  private final TransactionTemplate transaction;

  @Autowired
  Catalog(CatalogMapper catalog, PlatformTransactionManager transactions) {
    this(catalog, transactions, new ArticleCache(Ticker.systemTicker()));
  }

  Catalog(CatalogMapper catalog, PlatformTransactionManager transactions, ArticleCache cache) {
    this.catalog = catalog;
    this.cache = cache;
    this.transaction = new TransactionTemplate(transactions);
  }

  /**
   * The article, at most five seconds and the lag of a replica old.
   *
   * @throws Refusal 404 for an unknown article
   */
  Article find(long skuId) {
    Article article = cache.get(skuId, catalog::find);
    if (article == null) {
      throw Refusal.notFound("sku", skuId);
    }
    return article;
  }

  /**
   * Changes a price, and then the cache, in the one order that is safe where reads go to replicas:
   * commit; read again what was committed, on the primary; publish it unless something newer is
   * there already. An entry that is only removed would be filled from a replica that is late.
   *
   * @throws Refusal 404 for an unknown article
   * @throws IllegalStateException inside a transaction, which might still roll back what others see
   */
  Article changePrice(long skuId, BigDecimal price) {
    if (TransactionSynchronizationManager.isActualTransactionActive()) {
      throw new IllegalStateException(
          "a price must be committed before it is published: change it outside of a transaction");
    }
    Boolean changed = transaction.execute(status -> catalog.changePrice(skuId, price));
    Article article = Boolean.TRUE.equals(changed) ? onThePrimary(skuId) : null;
    if (article == null) {
      throw Refusal.notFound("sku", skuId);
    }
    return cache.publish(article);
  }

  private @Nullable Article onThePrimary(long skuId) {
    try {
      return RwSplit.forcePrimary(() -> catalog.find(skuId));
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("a mapper threw a checked exception", e);
    }
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
