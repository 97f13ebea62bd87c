/**
 * Faults on real servers under load: {@link io.github.rwsplit.chaos.Faults} lists them, {@link
 * io.github.rwsplit.chaos.Load} is what runs before, during and after each, {@link
 * io.github.rwsplit.chaos.Chronicle} is what is recorded of it, {@link
 * io.github.rwsplit.chaos.Report} the table of the documentation.
 *
 * <p>Correctness is asserted, times are reported.
 */
package io.github.rwsplit.chaos;
