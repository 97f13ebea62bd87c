package io.github.rwsplit.demo.page;

import io.github.rwsplit.demo.load.LoadReport;
import io.github.rwsplit.demo.sidebyside.RunReport;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All that the page shows at one moment. Whoever missed the last ones needs only this one.
 *
 * @param second the last whole second of the traffic, since 1970
 * @param nodes the primary, then the replicas
 * @param traffic by node, second by second
 * @param reasons how often each was given since the start, the most frequent first
 * @param statements the last ones, the newest first
 * @param switches what is turned
 * @param own what there is on servers of the demo's own only; null where servers were given
 */
record Snapshot(
    long second,
    List<NodeCard> nodes,
    Map<String, TrafficSeries.Counts> traffic,
    List<ReasonCount> reasons,
    List<RecentStatement> statements,
    Turned switches,
    @Nullable Own own) {

  /**
   * A node.
   *
   * @param name what the configuration calls it
   * @param role what the library uses it as
   * @param state a {@code NodeState}, or LATE where its data are too old for its group
   * @param lagMillis how old its data are at most; null where that is not known
   * @param weight its share in its groups; 0 while it is drained
   * @param groups the groups that it serves
   * @param inUse connections in use; the primary's are not counted
   * @param because why it does not answer, or takes no writes any more; null where it does
   */
  record NodeCard(
      String name,
      String role,
      String state,
      @Nullable Long lagMillis,
      int weight,
      Set<String> groups,
      int inUse,
      @Nullable String because) {}

  /**
   * How often a reason was given.
   *
   * @param reason the reason
   * @param count so often
   */
  record ReasonCount(String reason, long count) {}

  /**
   * The switches that the page turns.
   *
   * @param primaryOnly who and why; null while it is off
   * @param readOnly who and why; null while it is off
   * @param drained replicas that get no new reads
   */
  record Turned(@Nullable String primaryOnly, @Nullable String readOnly, Set<String> drained) {}

  /**
   * What there is on servers of the demo's own.
   *
   * @param servers what is wrong with each, by its name
   * @param load the sessions that read and write
   * @param run the last run side by side
   */
  record Own(List<ServerCard> servers, LoadReport load, RunReport run) {}

  /**
   * A server as the demo runs it, whatever the library takes it for.
   *
   * @param name its name
   * @param primary whether all others follow it
   * @param faults what was done to it here and not undone
   */
  record ServerCard(String name, boolean primary, Set<Fault> faults) {}
}
