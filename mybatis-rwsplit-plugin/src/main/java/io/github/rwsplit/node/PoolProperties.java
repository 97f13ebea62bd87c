package io.github.rwsplit.node;

import com.zaxxer.hikari.HikariConfig;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.BeanWrapperImpl;
import org.springframework.beans.BeansException;

/**
 * Applies {@code rwsplit.replicas.NAME.pool.*} to a HikariCP configuration. Names and values were
 * checked when the configuration was read.
 */
final class PoolProperties {

  private static final Logger log = LoggerFactory.getLogger(PoolProperties.class);

  private static final String DRIVER_PROPERTIES = "data-source-properties.";
  private static final String HEALTH_PROPERTIES = "health-check-properties.";

  private PoolProperties() {}

  /**
   * Applies all.
   *
   * @param replica its name, for messages
   * @param given values by HikariCP's names in kebab-case; times in milliseconds
   * @param driverProperties takes what stands under {@code data-source-properties}
   * @param problems takes what HikariCP refuses
   */
  static void apply(
      HikariConfig config,
      String replica,
      Map<String, String> given,
      Properties driverProperties,
      List<String> problems) {
    BeanWrapper bean = new BeanWrapperImpl(config);
    given.forEach(
        (name, value) -> {
          String property = "rwsplit.replicas.%s.pool.%s".formatted(replica, name);
          if (name.startsWith(DRIVER_PROPERTIES)) {
            driverProperties.setProperty(name.substring(DRIVER_PROPERTIES.length()), value);
          } else if (name.startsWith(HEALTH_PROPERTIES)) {
            config.addHealthCheckProperty(name.substring(HEALTH_PROPERTIES.length()), value);
          } else {
            warnOf(name, value, property);
            set(bean, name, value, property, problems);
          }
        });
  }

  /**
   * Applies the properties of a pool of the primary; otherwise as {@link #apply}.
   *
   * @param key where they stand, for messages
   */
  static void applyToPrimary(
      HikariConfig config,
      String key,
      Map<String, String> given,
      Properties driverProperties,
      List<String> problems) {
    BeanWrapper bean = new BeanWrapperImpl(config);
    ofDriver(given, driverProperties);
    given.forEach(
        (name, value) -> {
          if (name.startsWith(HEALTH_PROPERTIES)) {
            config.addHealthCheckProperty(name.substring(HEALTH_PROPERTIES.length()), value);
          } else if (!name.startsWith(DRIVER_PROPERTIES)) {
            set(bean, name, value, key + "." + name, problems);
          }
        });
  }

  /** Takes out what is the driver's. */
  static void ofDriver(Map<String, String> given, Properties driverProperties) {
    given.forEach(
        (name, value) -> {
          if (name.startsWith(DRIVER_PROPERTIES)) {
            driverProperties.setProperty(name.substring(DRIVER_PROPERTIES.length()), value);
          }
        });
  }

  private static void set(
      BeanWrapper bean, String name, String value, String property, List<String> problems) {
    try {
      bean.setPropertyValue(camel(name), value);
    } catch (BeansException e) {
      log.debug("{} cannot be set", property, e);
      problems.add("%s must be a property and a value that HikariCP takes".formatted(property));
    }
  }

  private static void warnOf(String name, String value, String property) {
    if (name.equals("connection-init-sql")) {
      log.warn(
          "{} replaces the statement that makes the sessions of this pool read-only; a replica that"
              + " accepts writes will no longer refuse them",
          property);
    }
    if (name.equals("read-only") && Boolean.parseBoolean(value)) {
      log.warn(
          "{} makes the driver refuse CALL before it is sent; leave it out, the sessions of this"
              + " pool are read-only anyway",
          property);
    }
  }

  private static String camel(String kebab) {
    return Pattern.compile("-(.)")
        .matcher(kebab)
        .replaceAll(dash -> dash.group(1).toUpperCase(Locale.ROOT));
  }
}
