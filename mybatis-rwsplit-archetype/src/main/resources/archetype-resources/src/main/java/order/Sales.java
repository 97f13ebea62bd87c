package ${package}.order;

import java.math.BigDecimal;

/** What was sold of an item. */
public record Sales(String item, long orders, BigDecimal revenue) {}
