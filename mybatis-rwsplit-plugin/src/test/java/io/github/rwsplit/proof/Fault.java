package io.github.rwsplit.proof;

import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.time.Duration;
import java.util.function.Consumer;

/** What happens to the two replicas while sessions write and read. */
enum Fault {
  HEALTHY("healthy", servers -> {}, servers -> {}),
  DELAYED(
      "one replica delayed 1 s",
      servers -> servers.replica(1).delay(Duration.ofSeconds(1)),
      servers -> servers.replica(1).delay(Duration.ZERO)),
  APPLIER_STOPPED(
      "one applier stopped",
      servers -> servers.replica(1).stopApplier(),
      servers -> servers.replica(1).startApplier()),
  BOTH_STOPPED(
      "both appliers stopped",
      servers -> servers.replicas().forEach(MySqlNode::stopApplier),
      servers -> servers.replicas().forEach(MySqlNode::startApplier)),
  PAUSED(
      "one replica paused",
      servers -> servers.replica(1).pause(),
      servers -> servers.replica(1).resume()),
  KILLED(
      "one replica killed",
      servers -> servers.replica(1).kill(),
      servers -> servers.replica(1).start());

  private final String words;
  private final Consumer<MySqlCluster> inflict;
  private final Consumer<MySqlCluster> heal;

  Fault(String words, Consumer<MySqlCluster> inflict, Consumer<MySqlCluster> heal) {
    this.words = words;
    this.inflict = inflict;
    this.heal = heal;
  }

  String words() {
    return words;
  }

  void inflict(MySqlCluster servers) {
    inflict.accept(servers);
  }

  void heal(MySqlCluster servers) {
    heal.accept(servers);
    servers.awaitReplication();
  }
}
