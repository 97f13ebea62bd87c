package io.github.rwsplit;

import io.github.rwsplit.node.NodeSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What may not change while a cluster runs, because something has been built on it. */
final class ReloadRules {

  private final List<String> problems = new ArrayList<>();

  private ReloadRules() {}

  /** What keeps a configuration from taking the place of another, one sentence each. */
  static List<String> problems(RwSplitConfig now, RwSplitConfig anew) {
    return new ReloadRules().compare(now, anew);
  }

  private List<String> compare(RwSplitConfig now, RwSplitConfig anew) {
    same("mode", now.route().mode(), anew.route().mode());
    same(
        "default-consistency", now.route().defaultConsistency(), anew.route().defaultConsistency());
    same("default-group", now.route().defaultGroup(), anew.route().defaultGroup());
    same(
        "transactions.read-only",
        now.route().readOnlyOnReplica(),
        anew.route().readOnlyOnReplica());
    same("declarations", now.declarations().declarations(), anew.declarations().declarations());
    same("undeclared", now.declarations().failUndeclared(), anew.declarations().failUndeclared());
    same("session", now.session(), anew.session());
    same("audit", now.audit(), anew.audit());
    same("sql-comment", now.sqlComments(), anew.sqlComments());
    same("cache.strong", now.strongBypassesCaches(), anew.strongBypassesCaches());
    same("primary and rwsplit.failover", now.primary(), anew.primary());
    same("sql-session-factories", now.sqlSessionFactories(), anew.sqlSessionFactories());
    nodes(now.nodes(), anew.nodes());
    return problems;
  }

  private void nodes(NodeSettings now, NodeSettings anew) {
    same("lag.source", now.lag().source(), anew.lag().source());
    same("lag.probe-interval", now.lag().probeInterval(), anew.lag().probeInterval());
    same("lag.when-unprovable", now.lag().refuseUnprovable(), anew.lag().refuseUnprovable());
    same("fallback.when-exhausted", now.staleWhenExhausted(), anew.staleWhenExhausted());
    Set<String> gone = new TreeSet<>(now.groups().keySet());
    gone.removeAll(anew.groups().keySet());
    for (String group : gone) {
      problems.add(
          "rwsplit.groups.%s must stay while the cluster runs, since statements may name it; restart to remove it"
              .formatted(group));
    }
  }

  /** Not the values, which may hold secrets. */
  private void same(String key, @Nullable Object now, @Nullable Object anew) {
    if (!Objects.equals(now, anew)) {
      problems.add(
          "rwsplit.%s cannot change while the cluster runs; restart for it, or set it back"
              .formatted(key));
    }
  }
}
