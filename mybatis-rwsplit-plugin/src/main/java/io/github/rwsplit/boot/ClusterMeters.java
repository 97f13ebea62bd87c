package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Brings the meters of the cluster and the registries together, whichever comes first. */
final class ClusterMeters implements MeterBinder, ClusterMade {

  private final List<MeterRegistry> early = new ArrayList<>();
  private @Nullable RwSplitMeters meters;

  @Override
  public synchronized void bindTo(MeterRegistry registry) {
    RwSplitMeters known = meters;
    if (known == null) {
      early.add(registry);
    } else {
      known.bindTo(registry);
    }
  }

  @Override
  public synchronized void clusterMade(RwSplitCluster cluster) {
    RwSplitMeters made = new RwSplitMeters(cluster);
    meters = made;
    early.forEach(made::bindTo);
    early.clear();
  }
}
