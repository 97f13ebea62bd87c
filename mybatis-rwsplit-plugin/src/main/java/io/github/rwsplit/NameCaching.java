package io.github.rwsplit;

import org.jspecify.annotations.Nullable;

/**
 * Whether the JVM keeps the addresses of host names for ever, so that a name which was pointed to
 * another server leads to the old one until a restart. See {@code networkaddress.cache.ttl} in
 * {@code java.security} of the JDK.
 */
final class NameCaching {

  static final String SECURITY_PROPERTY = "networkaddress.cache.ttl";
  static final String SYSTEM_PROPERTY = "sun.net.inetaddr.ttl";

  private NameCaching() {}

  /**
   * What to warn of.
   *
   * @param security the security property; it goes first
   * @param system the system property
   * @return null where names are looked up again
   */
  static @Nullable String advice(@Nullable String security, @Nullable String system) {
    String property = isGiven(security) ? SECURITY_PROPERTY : SYSTEM_PROPERTY;
    String seconds = isGiven(security) ? security : system;
    if (seconds == null || !seconds.strip().startsWith("-")) {
      return null;
    }
    return "%s is %s: this JVM looks up host names once and never again, so after a failover by DNS its new connections still go to the old primary; set it to 30 or less"
        .formatted(property, seconds.strip());
  }

  private static boolean isGiven(@Nullable String value) {
    return value != null && !value.isBlank();
  }
}
