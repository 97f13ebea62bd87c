package io.github.rwsplit.demo.catalog;

import java.math.BigDecimal;

/**
 * An article on sale.
 *
 * @param skuId the article
 * @param code its code on paper
 * @param name its name
 * @param category its category
 * @param price the price of one
 * @param available how many were there when the replica heard of it last
 */
record CatalogItem(
    long skuId, String code, String name, String category, BigDecimal price, int available) {}
