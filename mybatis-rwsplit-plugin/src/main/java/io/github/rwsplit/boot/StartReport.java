package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitConfig;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The line that tells at the end of a start what the library does in this application. */
final class StartReport {

  private StartReport() {}

  static String line(RwSplitConfig config, @Nullable DataSource primary, List<String> factories) {
    String replicas =
        config.nodes().replicas().entrySet().stream()
            .map(replica -> replica.getKey() + " " + replica.getValue().groups())
            .collect(Collectors.joining(", "));
    String consequence =
        switch (config.route().mode()) {
          case ROUTE -> "";
          case OBSERVE -> "; every statement runs on the primary, the audit tells the rest";
          case OFF -> "; every statement runs on the primary";
        };
    return "mybatis-rwsplit: mode %s, primary %s, replicas %s, attached to %s%s"
        .formatted(
            config.route().mode().name().toLowerCase(Locale.ROOT),
            primary == null ? "not known yet" : primary.getClass().getSimpleName(),
            replicas.isEmpty() ? "none" : replicas,
            factories.isEmpty() ? "no SqlSessionFactory" : String.join(", ", factories),
            consequence);
  }
}
