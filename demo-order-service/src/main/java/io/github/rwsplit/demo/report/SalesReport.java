package io.github.rwsplit.demo.report;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;

/**
 * The sales of some days.
 *
 * @param from the first day (UTC)
 * @param to the last day (UTC)
 * @param orders how many orders, cancelled ones not counted
 * @param revenue what they brought in
 * @param categories the same by category, the strongest first
 */
record SalesReport(
    LocalDate from, LocalDate to, long orders, BigDecimal revenue, List<CategorySales> categories) {

  /** Adds up the categories, so that one statement gives sum and parts of the same moment. */
  static SalesReport of(LocalDate from, LocalDate to, List<CategorySales> categories) {
    return new SalesReport(
        from,
        to,
        categories.stream().mapToLong(CategorySales::orders).sum(),
        categories.stream().map(CategorySales::revenue).reduce(BigDecimal.ZERO, BigDecimal::add),
        List.copyOf(categories));
  }
}
