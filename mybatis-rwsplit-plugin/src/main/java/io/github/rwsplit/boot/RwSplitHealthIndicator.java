package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitCluster;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** The health {@code rwSplit} of Spring Boot 4. */
final class RwSplitHealthIndicator implements HealthIndicator {

  private final ObjectProvider<RwSplitCluster> clusters;

  RwSplitHealthIndicator(ObjectProvider<RwSplitCluster> clusters) {
    this.clusters = clusters;
  }

  @Override
  public Health health() {
    ClusterHealth health = ClusterHealth.of(clusters.getIfAvailable());
    return Health.status(health.code()).withDetails(health.details()).build();
  }
}
