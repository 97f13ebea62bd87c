package io.github.rwsplit.test;

import java.util.List;
import java.util.Locale;

/**
 * Chooses where the servers come from: what {@code -Dmysqlcluster.source} names, else the first
 * source that fits.
 */
final class ClusterSources {

  private ClusterSources() {}

  static ClusterSource choose() {
    return choose(
        System.getProperty("mysqlcluster.source", ""),
        List.of(
            new ExternalSource(),
            MysqldSource.embedded(),
            new DockerSource(),
            MysqldSource.local()));
  }

  static ClusterSource choose(String named, List<? extends ClusterSource> sources) {
    String wanted = named.strip().toLowerCase(Locale.ROOT);
    StringBuilder reasons = new StringBuilder();
    for (ClusterSource source : sources) {
      if (!wanted.isEmpty() && !source.name().equals(wanted)) {
        continue;
      }
      String reason = source.whyNot();
      if (reason == null) {
        return source;
      }
      reasons.append(
          "%n  %-9s %s.%n            %s.".formatted(source.name(), reason, source.howToGet()));
    }
    if (reasons.isEmpty()) {
      throw new MySqlClusterException(
          "mysqlcluster.source must be one of %s, but was %s"
              .formatted(sources.stream().map(ClusterSource::name).toList(), wanted));
    }
    throw new MySqlClusterException(
        (wanted.isEmpty()
                ? "No source of MySQL servers fits here:"
                : "The source that was asked for does not fit:")
            + reasons);
  }
}
