package io.github.rwsplit.histories;

import io.github.rwsplit.ClientConnections;
import io.github.rwsplit.LateCommits;
import io.github.rwsplit.test.MySqlNode;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * What is done to servers, lines and switches while programs run, and how it is undone. Where it is
 * done to one replica, that is the victim.
 */
enum Trouble {
  NONE(3, (world, victim) -> {}, (world, victim) -> {}),
  APPLIER_STOPPED(
      3, (world, victim) -> victim.stopApplier(), (world, victim) -> victim.startApplier()),
  BOTH_APPLIERS_STOPPED(
      4,
      (world, victim) -> world.servers().replicas().forEach(MySqlNode::stopApplier),
      (world, victim) -> world.servers().replicas().forEach(MySqlNode::startApplier)),
  RECEIVER_STOPPED(
      2, (world, victim) -> victim.stopReceiver(), (world, victim) -> victim.startReceiver()),
  DELAYED(
      1,
      (world, victim) -> victim.delay(Duration.ofSeconds(1)),
      (world, victim) -> victim.delay(Duration.ZERO)),
  CONNECTIONS_OF_A_REPLICA_KILLED(
      3, (world, victim) -> ClientConnections.killAll(victim), (world, victim) -> {}),
  CONNECTIONS_OF_THE_PRIMARY_KILLED(
      2,
      (world, victim) -> ClientConnections.killAll(world.servers().primary()),
      (world, victim) -> {}),
  LINE_TO_A_REPLICA_SILENT(
      2,
      (world, victim) -> world.line(victim).silence(),
      (world, victim) -> world.line(victim).restore()),
  LINE_TO_THE_PRIMARY_SILENT(
      1,
      (world, victim) -> world.line(world.servers().primary()).silence(),
      (world, victim) -> world.line(world.servers().primary()).restore()),
  /** So that replicas have it first. */
  PRIMARY_COMMITS_LATE(
      3,
      (world, victim) -> LateCommits.on(world.servers().primary(), Duration.ofMillis(20)),
      (world, victim) -> LateCommits.on(world.servers().primary(), Duration.ZERO)),
  REPLICA_PAUSED(1, (world, victim) -> victim.pause(), (world, victim) -> victim.resume()),
  REPLICA_KILLED(1, (world, victim) -> victim.kill(), (world, victim) -> victim.start()),
  PRIMARY_ONLY(
      1,
      (world, victim) ->
          world.instance(0).cluster.switches().by("test", "trouble").primaryOnly(true),
      (world, victim) ->
          world.instance(0).cluster.switches().by("test", "healed").primaryOnly(false)),
  READ_ONLY(
      1,
      (world, victim) -> world.instance(1).cluster.switches().by("test", "trouble").readOnly(true),
      (world, victim) -> world.instance(1).cluster.switches().by("test", "healed").readOnly(false)),
  HALF_ROLLED_OUT(
      1,
      (world, victim) ->
          world.instance(1).cluster.switches().by("test", "trouble").replicaPercent(50),
      (world, victim) ->
          world.instance(1).cluster.switches().by("test", "healed").replicaPercent(100)),
  REPLICA_DRAINED(
      1,
      (world, victim) -> drain(world, victim, true),
      (world, victim) -> drain(world, victim, false));

  private final int weight;
  private final BiConsumer<World, MySqlNode> inflict;
  private final BiConsumer<World, MySqlNode> heal;

  Trouble(int weight, BiConsumer<World, MySqlNode> inflict, BiConsumer<World, MySqlNode> heal) {
    this.weight = weight;
    this.inflict = inflict;
    this.heal = heal;
  }

  private static void drain(World world, MySqlNode victim, boolean on) {
    for (Instance instance : world.instances()) {
      instance.cluster.switches().by("test", "trouble").drain(victim.name(), on);
    }
  }

  /** Those in which a commit may come after its connection was lost. */
  static Set<Trouble> losingThePrimary() {
    return EnumSet.of(CONNECTIONS_OF_THE_PRIMARY_KILLED, LINE_TO_THE_PRIMARY_SILENT);
  }

  /** Those that leave a replica which rests and rises for seconds: no choice between two then. */
  static Set<Trouble> takingReplicasDown() {
    return EnumSet.of(LINE_TO_A_REPLICA_SILENT, REPLICA_PAUSED, REPLICA_KILLED);
  }

  /** How often it is made, compared to the others. */
  int weight() {
    return weight;
  }

  void inflict(World world, MySqlNode victim) {
    inflict.accept(world, victim);
  }

  void heal(World world, MySqlNode victim) {
    heal.accept(world, victim);
  }
}
