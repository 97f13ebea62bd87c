package io.github.rwsplit.node;

import io.github.rwsplit.session.Needed;
import java.time.Duration;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the replica of a read: one that has what the read needs, or one that is worth waiting
 * for. Knows the present replicas, what the primary had, and how often servers are asked. Safe for
 * use by many threads.
 */
final class ReplicaChoice {

  private final Supplier<Topology> topology;
  private final GtidClock clock;
  private final Pace pace;
  private final Probe primaryProbe;
  private final LongPredicate othersLook;

  /**
   * @param othersLook lets a read wait for a look of another instance, for so many nanoseconds;
   *     false: the primary's probe has to look
   */
  ReplicaChoice(
      Supplier<Topology> topology,
      GtidClock clock,
      Pace pace,
      Probe primaryProbe,
      LongPredicate othersLook) {
    this.topology = topology;
    this.clock = clock;
    this.pace = pace;
    this.primaryProbe = primaryProbe;
    this.othersLook = othersLook;
  }

  @Nullable Node pick(ReplicaRequest request, long now) {
    Topology present = topology.get();
    NodeGroup group = present.group(request.group());
    if (pace.routed(now)) {
      primaryProbe.wake();
      present.wakeProbes();
    }
    if (request.maxLag() != null) {
      pace.lookFor(request.maxLag());
    }
    Needed needed = request.needed();
    Look newest = needed == null ? null : clock.newest();
    if (needed != null && newest != null && newest.time() <= needed.latest()) {
      pace.wantLook(now, newest);
    }
    Node found = group.pick(request, now);
    return found == null && hear(present) ? group.pick(request, now) : found;
  }

  private boolean hear(Topology present) {
    boolean heard = false;
    for (Node replica : present.replicas()) {
      heard |= replica.holdings().hear(clock);
    }
    return heard;
  }

  @Nullable Node pickStale(ReplicaRequest request) {
    return topology.get().group(request.group()).pickStale(request, System.nanoTime());
  }

  boolean isFreshEnough(Node node, ReplicaRequest request) {
    return topology
        .get()
        .group(request.group())
        .isFreshEnough(node, request.maxLag(), System.nanoTime());
  }

  @Nullable PositionWait beginWait(ReplicaRequest request, Duration longest) {
    long now = System.nanoTime();
    List<Node> nodes = topology.get().group(request.group()).worthWaitingFor(request);
    Needed needed = request.needed();
    if (needed == null || nodes.isEmpty()) {
      return null;
    }
    PositionWait wait = beginWait(nodes, needed, now + longest.toNanos());
    if (wait == null && PositionWait.needsLook(needed, clock.newest())) {
      awaitLookAfter(needed.latest(), longest);
      wait = beginWait(nodes, needed, now + longest.toNanos());
    }
    return wait;
  }

  private @Nullable PositionWait beginWait(List<Node> nodes, Needed needed, long end) {
    for (Node node : nodes) {
      GtidSet goal = PositionWait.goal(needed, node.proof(), clock.newest(), System.nanoTime());
      if (goal != null && node.waiting().begin()) {
        return new PositionWait(node, goal, clock, end);
      }
    }
    return null;
  }

  private void awaitLookAfter(long time, Duration longest) {
    Look newest = clock.newest();
    if (newest == null) {
      return;
    }
    pace.wantLook(System.nanoTime(), newest);
    if (!othersLook.test(longest.toNanos())) {
      primaryProbe.wake();
    }
    try {
      clock.awaitLookAfter(time, longest.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
