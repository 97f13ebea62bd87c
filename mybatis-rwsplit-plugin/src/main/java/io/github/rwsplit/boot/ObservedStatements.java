package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.audit.StatementEvent;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Adds to the observation that a statement runs in where it went and why; of several statements in
 * one observation the last one counts. They are key values of high cardinality, which go to spans
 * and not to meters: an observation that has them and one that has not would be two meters of one
 * name with different tags, which Prometheus refuses.
 */
final class ObservedStatements implements ClusterMade {

  private final ObjectProvider<ObservationRegistry> registries;
  private @Nullable ObservationRegistry registry;

  ObservedStatements(ObjectProvider<ObservationRegistry> registries) {
    this.registries = registries;
  }

  @Override
  public void clusterMade(RwSplitCluster cluster) {
    ObservationRegistry found = registries.getIfUnique();
    if (found != null && !found.isNoop()) {
      registry = found;
      cluster.audit().listen(this::onStatement);
    }
  }

  private void onStatement(StatementEvent event) {
    ObservationRegistry known = registry;
    Observation current = known == null ? null : known.getCurrentObservation();
    if (current == null || current.isNoop()) {
      return;
    }
    String node = event.node();
    current
        .highCardinalityKeyValue("rwsplit.statement", event.statement())
        .highCardinalityKeyValue("rwsplit.reason", event.reason().name())
        .highCardinalityKeyValue("rwsplit.node", node == null ? "none" : node);
  }
}
