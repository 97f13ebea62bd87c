package io.github.rwsplit.route;

import java.util.Set;

/** What the rules ask of the switches, for each statement. Thread-safe, and never waits. */
public interface SwitchBoard {

  /**
   * The switches as they stand now.
   *
   * @return immutable; what has ended is not in it
   */
  SwitchState state();

  /**
   * Whether the current thread works for one of some tenants. Called only where there are any.
   *
   * @param tenants their names
   * @return true also where that cannot be told
   */
  boolean tenantAmong(Set<String> tenants);
}
