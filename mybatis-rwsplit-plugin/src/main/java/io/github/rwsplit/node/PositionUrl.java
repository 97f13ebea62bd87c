package io.github.rwsplit.node;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings of MySQL's driver by which commits tell their position without being asked: what of
 * them a primary lacks, and that replicas do not inherit them.
 */
final class PositionUrl {

  private static final String TRACK = "trackSessionState";
  private static final String VARIABLES = "sessionVariables";
  private static final String OWN_GTID = "session_track_gtids=OWN_GTID";
  private static final String INTERCEPTORS = "connectionLifecycleInterceptors";
  private static final String OURS = "io.github.rwsplit.connection.GtidInterceptor";

  private PositionUrl() {}

  /**
   * What to add to the primary's URL.
   *
   * @return a message for the log; null where nothing is missing or the URL cannot be read
   */
  static @Nullable String advice(PoolSettings primary) {
    String url = primary.url();
    if (url == null || !JdbcUrls.isMySql(url)) {
      return null;
    }
    Map<String, String> missing = missing(primary.driverProperties());
    if (missing.isEmpty()) {
      return null;
    }
    String suffix =
        missing.entrySet().stream()
            .map(setting -> setting.getKey() + "=" + setting.getValue())
            .collect(Collectors.joining("&", separator(url), ""));
    Map<String, String> inUrl = JdbcUrls.parameters(url);
    String beside =
        missing.keySet().stream()
            .filter(key -> primary.driverProperties().containsKey(key) && !inUrl.containsKey(key))
            .collect(Collectors.joining(", "));
    return ("Commits on %s do not tell their position, so each commit of a session is followed by"
            + " one question on its connection, and what other JDBC code commits is not followed."
            + " Append to this URL: %s%s")
        .formatted(
            JdbcUrls.shown(url),
            suffix,
            beside.isEmpty()
                ? ""
                : " (but %s among the pool's own driver properties, where it is now)"
                    .formatted(beside));
  }

  private static Map<String, String> missing(Map<String, String> present) {
    Map<String, String> missing = new LinkedHashMap<>();
    if (!"true".equalsIgnoreCase(present.get(TRACK))) {
      missing.put(TRACK, "true");
    }
    String variables = present.getOrDefault(VARIABLES, "");
    if (!variables.toLowerCase(Locale.ROOT).contains("session_track_gtids")) {
      missing.put(VARIABLES, joined(variables, OWN_GTID));
    }
    String interceptors = present.getOrDefault(INTERCEPTORS, "");
    if (!interceptors.contains(OURS)) {
      missing.put(INTERCEPTORS, joined(interceptors, OURS));
    }
    return missing;
  }

  private static String joined(String before, String more) {
    return before.isBlank() ? more : JdbcUrls.encoded(before) + "," + more;
  }

  private static String separator(String url) {
    if (!url.contains("?")) {
      return "?";
    }
    return url.endsWith("?") || url.endsWith("&") ? "" : "&";
  }

  /**
   * Nobody listens on a replica's connections: what a replica says there is no commit of a session.
   *
   * @param settings what the driver gets beside the replica's URL
   */
  static void stopListening(Map<String, String> settings, String url) {
    String inherited = settings.get(INTERCEPTORS);
    String own = JdbcUrls.parameters(url).get(INTERCEPTORS);
    String listed = inherited == null ? own : inherited;
    if (listed == null || !listed.contains(OURS)) {
      return;
    }
    String others =
        Arrays.stream(listed.split(",", -1))
            .map(String::strip)
            .filter(name -> !name.equals(OURS))
            .collect(Collectors.joining(","));
    if (others.isEmpty() && own == null) {
      settings.remove(INTERCEPTORS);
    } else {
      settings.put(INTERCEPTORS, others);
    }
  }
}
