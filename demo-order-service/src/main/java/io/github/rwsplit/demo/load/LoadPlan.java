package io.github.rwsplit.demo.load;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * How much is asked of the service.
 *
 * @param rate requests a second, of all sessions together
 * @param readShare how many of them read, in percent
 * @param sessions how many sessions there are; each waits for its own answers
 */
public record LoadPlan(
    @Min(1) @Max(500) int rate, @Min(0) @Max(100) int readShare, @Min(1) @Max(32) int sessions) {}
