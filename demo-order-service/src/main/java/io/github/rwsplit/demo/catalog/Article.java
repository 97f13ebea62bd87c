package io.github.rwsplit.demo.catalog;

import java.math.BigDecimal;

/**
 * An article as it is kept in the cache.
 *
 * @param skuId the article
 * @param code its code on paper
 * @param name its name
 * @param category its category
 * @param price the price of one
 * @param version grows with each change
 */
record Article(
    long skuId, String code, String name, String category, BigDecimal price, long version) {}
