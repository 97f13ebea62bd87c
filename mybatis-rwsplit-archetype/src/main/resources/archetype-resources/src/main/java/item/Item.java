package ${package}.item;

import java.math.BigDecimal;

/** Something to order. */
public record Item(long id, String name, BigDecimal price) {}
