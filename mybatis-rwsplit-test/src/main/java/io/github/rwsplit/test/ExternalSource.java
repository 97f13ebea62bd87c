package io.github.rwsplit.test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Servers that somebody else runs and that replicate already, given by URL.
 *
 * <p>Properties, all beginning with {@code mysqlcluster.external.}: {@code primary} (one JDBC URL
 * that names the test database), {@code replicas} (JDBC URLs, separated by blanks), {@code user}
 * and {@code password} (the application's account), {@code admin.user} and {@code admin.password}
 * (an account that may do everything; for faults, for resets and for the log of statements), {@code
 * replication.user} and {@code replication.password} (for promotions; the administrator's unless
 * given).
 */
final class ExternalSource implements ClusterSource {

  private static final String PREFIX = "mysqlcluster.external.";

  private final Properties properties;

  ExternalSource(Properties properties) {
    this.properties = properties;
  }

  @Override
  public String name() {
    return "external";
  }

  @Override
  public @Nullable String whyNot() {
    for (String key : List.of("primary", "user", "admin.user")) {
      if (property(key, "").isEmpty()) {
        return PREFIX + key + " is not set";
      }
    }
    return null;
  }

  @Override
  public String howToGet() {
    return ("Set -D%1$sprimary=URL, -D%1$sreplicas=\"URL URL\", -D%1$suser, -D%1$spassword, -D%1$sadmin.user,"
            + " -D%1$sadmin.password")
        .formatted(PREFIX);
  }

  @Override
  public Supply supply(ClusterOptions options) {
    List<String> urls = new ArrayList<>(List.of(property("primary", "")));
    urls.addAll(
        Arrays.stream(property("replicas", "").split("\\s+"))
            .filter(url -> !url.isEmpty())
            .toList());
    List<NodePlan> plans = options.plans();
    if (urls.size() < plans.size()) {
      throw new MySqlClusterException(
          "%sreplicas must name %d servers for this cluster, but named %d"
              .formatted(PREFIX, plans.size() - 1, urls.size() - 1));
    }
    ExternalServer.Target primary = ExternalServer.Target.parse(urls.get(0));
    Accounts.Account admin = account("admin.", null);
    Accounts accounts =
        new Accounts(primary.database(), account("", null), admin, account("replication.", admin));
    List<ExternalServer> servers = new ArrayList<>();
    for (NodePlan plan : plans) {
      String url = urls.get(servers.size());
      servers.add(
          new ExternalServer(
              plan.name(), ExternalServer.Target.parse(url), admin, options.recordStatements()));
    }
    return new Supply(servers, accounts, "servers given by URL", false, () -> {});
  }

  private Accounts.Account account(String kind, Accounts.@Nullable Account otherwise) {
    String user = property(kind + "user", "");
    return user.isEmpty() && otherwise != null
        ? otherwise
        : new Accounts.Account(user, property(kind + "password", ""));
  }

  private String property(String key, String otherwise) {
    return properties.getProperty(PREFIX + key, otherwise).strip();
  }
}
