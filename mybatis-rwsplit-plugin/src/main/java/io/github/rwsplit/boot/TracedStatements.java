package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitCluster;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** Tells the audit the trace that a statement belongs to, as Micrometer Tracing knows it. */
final class TracedStatements implements ClusterMade {

  private final ObjectProvider<Tracer> tracers;

  TracedStatements(ObjectProvider<Tracer> tracers) {
    this.tracers = tracers;
  }

  @Override
  public void clusterMade(RwSplitCluster cluster) {
    Tracer tracer = tracers.getIfUnique();
    if (tracer != null) {
      cluster.audit().traceBy(() -> traceId(tracer));
    }
  }

  private static @Nullable String traceId(Tracer tracer) {
    Span span = tracer.currentSpan();
    String id = span == null ? null : span.context().traceId();
    return id == null || id.isEmpty() ? null : id;
  }
}
