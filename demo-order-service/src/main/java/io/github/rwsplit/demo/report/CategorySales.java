package io.github.rwsplit.demo.report;

import java.math.BigDecimal;

/**
 * What one category sold.
 *
 * @param category the category
 * @param orders how many orders, cancelled ones not counted
 * @param units how many articles
 * @param revenue what they brought in
 */
record CategorySales(String category, long orders, long units, BigDecimal revenue) {}
