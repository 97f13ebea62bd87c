package io.github.rwsplit.demo.page;

import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitStatus;
import io.github.rwsplit.demo.load.Load;
import io.github.rwsplit.demo.sidebyside.SideBySide;
import io.github.rwsplit.node.NodeState;
import io.github.rwsplit.node.NodeStatus;
import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.route.RouteReason;
import io.github.rwsplit.route.SwitchState;
import io.github.rwsplit.route.Turned;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.DependsOn;
import org.springframework.stereotype.Component;

/** Looks at everything that the page shows. Asks no server. */
@Component
@DependsOn("sqlSessionFactory") // with which the library makes its own beans
final class Snapshots {

  private final RwSplitCluster cluster;
  private final Figures figures;
  private final ObjectProvider<Faults> faults;
  private final ObjectProvider<Load> load;
  private final ObjectProvider<SideBySide> sideBySide;

  Snapshots(
      RwSplitCluster cluster,
      Figures figures,
      ObjectProvider<Faults> faults,
      ObjectProvider<Load> load,
      ObjectProvider<SideBySide> sideBySide) {
    this.cluster = cluster;
    this.figures = figures;
    this.faults = faults;
    this.load = load;
    this.sideBySide = sideBySide;
  }

  Snapshot now() {
    RwSplitStatus status = RwSplitStatus.of(cluster);
    Figures.Sums sums = figures.sums();
    return new Snapshot(
        sums.second(),
        status.nodes().stream().map(node -> card(node, status.demotion())).toList(),
        sums.traffic(),
        reasons(sums.reasons()),
        sums.recent(),
        turned(status.switches()),
        own());
  }

  private static Snapshot.NodeCard card(NodeStatus node, String demotion) {
    boolean demoted = node.role() == NodeRole.PRIMARY && !demotion.isEmpty();
    boolean late = node.state() == NodeState.UP && !node.lateFor().isEmpty();
    return new Snapshot.NodeCard(
        node.name(),
        node.role().word(),
        late ? "LATE" : node.state().name(),
        node.lagMillis(),
        node.weight(),
        new TreeSet<>(node.groups()),
        node.inUse(),
        demoted ? demotion : node.downBecause());
  }

  private static List<Snapshot.ReasonCount> reasons(Map<RouteReason, Long> reasons) {
    return reasons.entrySet().stream()
        .map(entry -> new Snapshot.ReasonCount(entry.getKey().name(), entry.getValue()))
        .sorted(Comparator.comparingLong(Snapshot.ReasonCount::count).reversed())
        .toList();
  }

  private static Snapshot.Turned turned(SwitchState state) {
    return new Snapshot.Turned(
        said(state.primaryOnly()), said(state.readOnly()), new TreeSet<>(state.drained().keySet()));
  }

  private static @Nullable String said(@Nullable Turned turned) {
    return turned == null ? null : turned.who() + ": " + turned.why();
  }

  private Snapshot.@Nullable Own own() {
    Faults own = faults.getIfAvailable();
    return own == null
        ? null
        : new Snapshot.Own(
            own.servers(), load.getObject().report(), sideBySide.getObject().report());
  }
}
