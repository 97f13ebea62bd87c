package io.github.rwsplit.demo.order;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;

/**
 * The body of {@code POST /orders}, trusted only after validation. The fields are boxed so that a
 * missing one is told from a zero.
 *
 * @param userId who orders
 * @param skuId what is ordered
 * @param quantity how many, 1 to 100
 */
record PlaceOrder(
    @NotNull @Positive Long userId,
    @NotNull @Positive Long skuId,
    @NotNull @Min(1) @Max(100) Integer quantity) {}
