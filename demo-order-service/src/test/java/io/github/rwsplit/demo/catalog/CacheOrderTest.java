package io.github.rwsplit.demo.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.demo.DemoTest;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A cache before replicas that are late, on real servers: the usual orders of "change" and "remove
 * the entry" publish the old row, the catalog's order does not.
 */
@DemoTest
class CacheOrderTest {

  private static final long SKU = 7;

  @Autowired MySqlCluster servers;
  @Autowired CatalogMapper mapper;
  @Autowired PlatformTransactionManager transactions;

  /** As most services have it: what was read last is kept. */
  private final Cache<Long, Article> plain =
      Caffeine.newBuilder().expireAfterWrite(ArticleCache.KEPT).build();

  private BigDecimal before = BigDecimal.ZERO;
  private BigDecimal after = BigDecimal.ZERO;

  @BeforeEach
  void holdReplicas() throws Exception {
    servers.awaitReplication();
    before = RwSplit.forcePrimary(() -> Objects.requireNonNull(mapper.find(SKU))).price();
    after = before.add(BigDecimal.ONE);
    servers.replicas().forEach(MySqlNode::stopApplier);
  }

  @AfterEach
  void letReplicasGo() {
    servers.replicas().forEach(MySqlNode::startApplier);
    servers.awaitReplication();
  }

  @Test
  void commitThenRemove_nextReaderMeetsALateReplica_publishesTheOldRow() {
    changeAndCommit();
    plain.invalidate(SKU);

    readThrough();

    assertThat(kept().price()).isEqualByComparingTo(before);
  }

  @Test
  void removeThenCommit_readerBetween_publishesTheOldRow() {
    plain.invalidate(SKU);
    readThrough();
    changeAndCommit();

    assertThat(kept().price()).isEqualByComparingTo(before);
  }

  /** The second removal comes when its delay is over; the replica is late for longer. */
  @Test
  void delayedDoubleDelete_replicaIsLaterThanTheDelay_publishesTheOldRow() {
    plain.invalidate(SKU);
    changeAndCommit();
    readThrough();
    assertThat(kept().price()).isEqualByComparingTo(before);

    plain.invalidate(SKU);
    readThrough();

    assertThat(kept().price()).isEqualByComparingTo(before);
  }

  @Test
  void changePrice_nextReaderMeetsALateReplica_findsTheNewRow() {
    Catalog catalog = new Catalog(mapper, transactions, new ArticleCache(Ticker.systemTicker()));

    catalog.changePrice(SKU, after);

    assertThat(catalog.find(SKU).price()).isEqualByComparingTo(after);
    assertThat(Objects.requireNonNull(mapper.find(SKU)).price())
        .as("what a replica has")
        .isEqualByComparingTo(before);
  }

  @Test
  void changePrice_readerThatBeganBefore_cannotPutTheOldRowBack() {
    ArticleCache cache = new ArticleCache(Ticker.systemTicker());
    Catalog catalog = new Catalog(mapper, transactions, cache);

    Article answered =
        cache.get(
            SKU,
            skuId -> {
              Article old = mapper.find(skuId);
              catalog.changePrice(skuId, after);
              return old;
            });

    assertThat(Objects.requireNonNull(answered).price()).isEqualByComparingTo(after);
    assertThat(catalog.find(SKU).price()).isEqualByComparingTo(after);
  }

  @Test
  void get_entryIsOlderThanFiveSeconds_readsAgain() {
    AtomicLong now = new AtomicLong();
    ArticleCache cache = new ArticleCache(now::get);
    AtomicLong reads = new AtomicLong();
    Article article = new Article(SKU, "c", "n", "k", before, 1);

    for (Duration passes : new Duration[] {Duration.ZERO, ArticleCache.KEPT.minusMillis(1)}) {
      now.addAndGet(passes.toNanos());
      cache.get(SKU, skuId -> counted(reads, article));
    }
    assertThat(reads).hasValue(1);
    now.addAndGet(Duration.ofMillis(1).toNanos());
    cache.get(SKU, skuId -> counted(reads, article));
    assertThat(reads).hasValue(2);
  }

  @Test
  void changePrice_insideATransaction_isRefused() {
    Catalog catalog = new Catalog(mapper, transactions, new ArticleCache(Ticker.systemTicker()));

    assertThatThrownBy(
            () ->
                new TransactionTemplate(transactions)
                    .executeWithoutResult(status -> catalog.changePrice(SKU, after)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("outside of a transaction");
  }

  private static Article counted(AtomicLong reads, Article article) {
    reads.incrementAndGet();
    return article;
  }

  private void changeAndCommit() {
    assertThat(mapper.changePrice(SKU, after)).isTrue();
  }

  /** A reader of another session than the writer's: this thread has none. */
  private void readThrough() {
    if (plain.getIfPresent(SKU) == null) {
      plain.put(SKU, Objects.requireNonNull(mapper.find(SKU)));
    }
  }

  private Article kept() {
    return Objects.requireNonNull(plain.getIfPresent(SKU));
  }
}
