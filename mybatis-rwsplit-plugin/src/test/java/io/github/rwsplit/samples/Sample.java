package io.github.rwsplit.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.rwsplit.statement.DeclarationException;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Starts a sample as its main method would: what it has of its own, and what adopts the library.
 */
public final class Sample {

  private static final Pattern UNDECLARED =
      Pattern.compile("(\\S+) must declare a consistency since rwsplit.undeclared is fail");

  private final MySqlCluster servers;
  private final Class<?> application;
  private final Map<String, String> own = new LinkedHashMap<>();
  private final Map<String, String> adopting = new LinkedHashMap<>();
  private int replicas;

  private Sample(MySqlCluster servers, Class<?> application) {
    this.servers = servers;
    this.application = application;
    this.replicas = servers.replicas().size();
  }

  /** An application on these servers. */
  public static Sample of(Class<?> application, MySqlCluster servers) {
    return new Sample(servers, application);
  }

  /** What the application has without the library. */
  public Sample own(String key, String value) {
    own.put(key, value);
    return this;
  }

  /** Where one of the application's pools leads. */
  public Sample pool(String prefix, MySqlNode node) {
    return own(prefix + ".url", node.jdbcUrl())
        .own(prefix + ".username", node.user())
        .own(prefix + ".password", node.password());
  }

  /** One line that adopts the library. */
  public Sample line(String key, String value) {
    adopting.put("rwsplit." + key, value);
    return this;
  }

  /** The first so many replicas only. */
  public Sample replicas(int count) {
    replicas = count;
    return this;
  }

  /** Starts it, with no more than ten lines for the library. */
  public ConfigurableApplicationContext start() {
    servers
        .replicas()
        .subList(0, replicas)
        .forEach(replica -> line("replicas." + replica.name() + ".url", replica.jdbcUrl()));
    assertThat(adopting).hasSizeLessThanOrEqualTo(10);
    List<String> arguments = new ArrayList<>();
    own.forEach((key, value) -> arguments.add("--" + key + "=" + value));
    adopting.forEach((key, value) -> arguments.add("--" + key + "=" + value));
    arguments.add("--rwsplit.audit.enabled=true"); // for the assertions only
    return new SpringApplicationBuilder(application)
        .web(WebApplicationType.NONE)
        .logStartupInfo(false)
        .run(arguments.toArray(String[]::new));
  }

  /** The statements that keep it from starting where everything must be declared. */
  public List<String> undeclared() {
    line("undeclared", "fail");
    Throwable error =
        catchThrowable(
            () -> {
              try (var context = start()) {
                assertThat(context.isRunning()).as("must not start").isFalse();
              }
            });
    while (error.getCause() != null && !(error instanceof DeclarationException)) {
      error = error.getCause();
    }
    assertThat(error).isInstanceOf(DeclarationException.class);
    TreeSet<String> ids = new TreeSet<>();
    var found = UNDECLARED.matcher(String.valueOf(error.getMessage()));
    while (found.find()) {
      ids.add(found.group(1));
    }
    return List.copyOf(ids);
  }

  /** Runs statements on the primary and waits until all replicas have them. */
  public static void sql(MySqlCluster servers, String... statements) throws Exception {
    try (var connection = servers.primary().connect();
        var statement = connection.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    }
    servers.awaitReplication();
  }
}
