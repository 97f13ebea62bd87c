package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitOperator;
import io.github.rwsplit.RwSplitStatus;
import io.github.rwsplit.audit.StatementCounts;
import java.security.Principal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * {@code /actuator/rwsplit}: the cluster as it is, and its switches. Who turns one, and why, has to
 * be said; every parameter is mandatory, since Spring Boot 3.5 and 4 know optional ones by
 * different annotations.
 */
@Endpoint(id = "rwsplit", defaultAccess = Access.READ_ONLY)
final class RwSplitEndpoint implements ClusterMade {

  private final ObjectProvider<RwSplitCluster> clusters;
  private final StatementCounts counts = new StatementCounts();

  RwSplitEndpoint(ObjectProvider<RwSplitCluster> clusters) {
    this.clusters = clusters;
  }

  @Override
  public void clusterMade(RwSplitCluster cluster) {
    cluster.audit().listen(counts);
  }

  /** The whole of it. */
  @ReadOperation
  Map<String, Object> status() {
    RwSplitCluster cluster = clusters.getIfAvailable();
    if (cluster == null) {
      return Map.of("nodes", List.of());
    }
    RwSplitStatus status = RwSplitStatus.of(cluster);
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("mode", StatusShown.mode(status));
    shown.put("nodes", status.nodes().stream().map(StatusShown::node).toList());
    shown.put("reasons", StatusShown.reasons(counts));
    shown.put("auditDropped", cluster.audit().dropped());
    shown.put("switches", StatusShown.switches(status.switches()));
    shown.put("configuration", status.configuration());
    return shown;
  }

  /**
   * Turns one switch.
   *
   * @param path its name, then what it is for, where it is for something
   * @param who turns it
   * @param why for the log and whoever looks later
   * @param value true, false, a number, or a time after which it ends by itself
   * @return the switches as they are now
   */
  @WriteOperation
  Map<String, Object> turn(
      @Selector(match = Selector.Match.ALL_REMAINING) String[] path,
      String who,
      String why,
      String value,
      SecurityContext security) {
    return changed(
        cluster -> new SwitchRequest(List.of(path), value).turn(by(cluster, who, why, security)));
  }

  /** Everything as configured. */
  @DeleteOperation
  Map<String, Object> reset(String who, String why, SecurityContext security) {
    return changed(cluster -> by(cluster, who, why, security).reset());
  }

  private static RwSplitOperator by(
      RwSplitCluster cluster, String who, String why, SecurityContext security) {
    Principal principal = security.getPrincipal();
    String name = principal == null ? null : principal.getName();
    boolean same = name == null || name.equals(who);
    return cluster.switches().by(same ? who : who + " (logged in as " + name + ")", why);
  }

  private interface Change {
    void on(RwSplitCluster cluster);
  }

  private Map<String, Object> changed(Change change) {
    RwSplitCluster cluster = clusters.getIfAvailable();
    if (cluster == null) {
      throw new InvalidEndpointRequestException(
          "no SqlSessionFactory is attached, so there is nothing to turn", "Nothing to turn");
    }
    try {
      change.on(cluster);
    } catch (IllegalArgumentException e) {
      String said = String.valueOf(e.getMessage());
      throw new InvalidEndpointRequestException(said, said);
    }
    return StatusShown.switches(cluster.switches().state());
  }
}
