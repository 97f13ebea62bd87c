package io.github.rwsplit.route;

import org.jspecify.annotations.Nullable;

/**
 * Tells for which tenant the current thread works. With Spring the one bean of this type is used.
 *
 * <p>Asked on the thread of the statement, and only while a switch holds for single tenants. It
 * must be quick and thread-safe. Where it fails, the statement is taken for one of such a tenant's.
 */
@FunctionalInterface
public interface TenantResolver {

  /**
   * The tenant.
   *
   * @return its name as operators call it; null outside of any
   */
  @Nullable String tenant();
}
