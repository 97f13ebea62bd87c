package io.github.rwsplit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.jayway.jsonpath.JsonPath;
import io.github.rwsplit.cases.Shop;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.yaml.snakeyaml.Yaml;

/**
 * What {@code docs/observability} asks Prometheus for is there: the names as Prometheus has them,
 * and the labels that stand in selectors.
 */
@WithMySqlCluster(replicas = 1)
class ObservabilityFilesTest {

  private static final Path FILES = Path.of("..", "docs", "observability");

  /** Given by the scrape. */
  private static final Set<String> OF_THE_SCRAPE = Set.of("job", "instance");

  private static final Pattern SELECTOR =
      Pattern.compile("\\b((?:rwsplit|hikaricp)_[a-z_]+)(?:\\{([^}]*)})?");
  private static final Pattern LABEL = Pattern.compile("([a-z_]+)\\s*(?:=~|!~|!=|=)\\s*\"");
  private static final Pattern SAMPLE = Pattern.compile("^([a-z_]+)(?:\\{(.*)})? .*");

  /** Every metric with its labels, as a scrape of a running application has them. */
  private static Map<String, Set<String>> scraped(MySqlCluster servers) throws Exception {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    try (Shop shop = Shop.open(servers)) {
      MeterBinder meters = new RwSplitMeters(shop.cluster());
      meters.bindTo(registry);
      shop.orders().selectById(1);
      shop.orders().updateStatus(1, "PAID");
      assertThatThrownBy(() -> shop.orders().countForReport())
          .isInstanceOf(DataAccessException.class);
      Map<String, Set<String>> found = new TreeMap<>();
      registry
          .scrape()
          .lines()
          .map(SAMPLE::matcher)
          .filter(Matcher::matches)
          .forEach(
              line -> {
                Set<String> labels =
                    found.computeIfAbsent(line.group(1), name -> new TreeSet<>(OF_THE_SCRAPE));
                Matcher label = LABEL.matcher(line.group(2) == null ? "" : line.group(2));
                while (label.find()) {
                  labels.add(label.group(1));
                }
              });
      return found;
    }
  }

  private static List<?> list(Map<?, ?> map, String key) {
    return (List<?>) Objects.requireNonNull(map.get(key));
  }

  private static List<String> expressions() throws Exception {
    List<String> found = new ArrayList<>();
    Map<String, Object> rules = new Yaml().load(Files.readString(FILES.resolve("rules.yml")));
    for (Object group : list(rules, "groups")) {
      for (Object rule : list((Map<?, ?>) group, "rules")) {
        found.add(String.valueOf(((Map<?, ?>) rule).get("expr")));
      }
    }
    String dashboard = Files.readString(FILES.resolve("grafana-dashboard.json"));
    found.addAll(JsonPath.<List<String>>read(dashboard, "$.panels[*].targets[*].expr"));
    found.addAll(JsonPath.<List<String>>read(dashboard, "$.templating.list[*].query.query"));
    return found;
  }

  @Test
  void rulesAndDashboard_everyMetricAndLabel_isThere(MySqlCluster servers) throws Exception {
    Map<String, Set<String>> scraped = scraped(servers);
    List<String> expressions = expressions();
    Set<String> asked = new TreeSet<>();
    for (String expression : expressions) {
      Matcher selector = SELECTOR.matcher(expression);
      while (selector.find()) {
        asked.add(selector.group(1));
        assertThat(scraped).as(expression).containsKey(selector.group(1));
        Matcher label = LABEL.matcher(selector.group(2) == null ? "" : selector.group(2));
        while (label.find()) {
          assertThat(scraped.get(selector.group(1))).as(expression).contains(label.group(1));
        }
      }
    }
    assertThat(expressions).hasSizeGreaterThan(20);
    assertThat(asked)
        .contains(
            "rwsplit_decisions_total",
            "rwsplit_acquire_seconds_sum",
            "rwsplit_replica_lag_seconds",
            "rwsplit_node_state",
            "rwsplit_markers",
            "rwsplit_fallbacks_total",
            "rwsplit_refused_total",
            "rwsplit_audit_dropped_total");
  }

  @Test
  void readme_namesEveryAlertAndEveryPanel() throws Exception {
    String readme = Files.readString(FILES.resolve("README.md"));
    Matcher alert =
        Pattern.compile("alert: (\\w+)").matcher(Files.readString(FILES.resolve("rules.yml")));
    while (alert.find()) {
      assertThat(readme).contains("`" + alert.group(1) + "`");
    }
    String dashboard = Files.readString(FILES.resolve("grafana-dashboard.json"));
    assertThat(JsonPath.<List<String>>read(dashboard, "$.panels[*].title"))
        .isNotEmpty()
        .allMatch(title -> readme.contains("| " + title + " |"));
  }
}
