package io.github.rwsplit.node;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What has to be known of JDBC URLs. */
public final class JdbcUrls {

  /** With a driver's name before it that hands all to the one behind, as p6spy's does. */
  private static final Pattern MYSQL = Pattern.compile("(?i)jdbc:(?:[a-z0-9-]+:)?mysql:");

  /** To the end of its brackets: a comma may stand in a password. */
  private static final Pattern IN_BRACKETS =
      Pattern.compile("(?i)\\b((?:user|password)[a-z0-9]{0,20}+\\s?)=[^)]*+");

  private JdbcUrls() {}

  static boolean isMySql(String url) {
    return MYSQL.matcher(url).lookingAt();
  }

  /**
   * The URL as it may stand in a log.
   *
   * @param url a JDBC URL
   * @return the same without its parameters and without user and password
   */
  public static String shown(String url) {
    int end = url.length();
    for (char mark : new char[] {'?', ';'}) {
      int at = url.indexOf(mark);
      end = at < 0 ? end : Math.min(end, at);
    }
    String bare = url.substring(0, end);
    int slashes = bare.indexOf("//");
    int hosts = slashes < 0 ? bare.indexOf(':') + 1 : slashes + 2;
    int credentials = bare.lastIndexOf('@');
    String shown =
        credentials < hosts ? bare : bare.substring(0, hosts) + bare.substring(credentials + 1);
    int later = url.indexOf('@', end);
    int value = url.indexOf('=', end);
    if (credentials < hosts
        && later >= 0
        && (bare.indexOf('/', hosts) < 0 || value < 0 || value > later)) {
      // the mark that ended it may have stood in a password: no host is worth that
      shown = bare.substring(0, hosts) + "***";
    }
    // the key-value form, address=(host=..)(password=..), may hold credentials too
    return IN_BRACKETS.matcher(shown).replaceAll("$1=***");
  }

  /** The database that it names; empty where it names none. */
  static String database(String url) {
    String bare = shown(url);
    int hosts = bare.indexOf("//");
    int slash = hosts < 0 ? -1 : bare.indexOf('/', hosts + 2);
    return slash < 0 ? "" : decoded(bare.substring(slash + 1));
  }

  /** The parameters after the question mark; the map ignores case, as Connector/J does. */
  static Map<String, String> parameters(String url) {
    Map<String, String> parameters = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    int query = url.indexOf('?');
    if (query >= 0) {
      for (String pair : url.substring(query + 1).split("&", -1)) {
        int equals = pair.indexOf('=');
        if (equals > 0) {
          parameters.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
        }
      }
    }
    return parameters;
  }

  /** A value as it stands in a URL; what drivers take as it is remains readable. */
  static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8)
        .replace("%3D", "=")
        .replace("%2C", ",")
        .replace("%40", "@")
        .replace("%27", "'");
  }

  /**
   * What is not encoded as it should be stays as it is: the driver will say what it thinks of it.
   */
  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return text;
    }
  }
}
