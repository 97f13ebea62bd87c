package io.github.rwsplit.histories;

import io.github.rwsplit.test.MySqlNode;
import java.time.Duration;
import java.util.function.Consumer;

/** What is done to servers, lines and switches while programs run, and how it is undone. */
enum Trouble {
  NONE(3, world -> {}, world -> {}),
  APPLIER_STOPPED(
      3,
      world -> world.servers().replica(1).stopApplier(),
      world -> world.servers().replica(1).startApplier()),
  BOTH_APPLIERS_STOPPED(
      4,
      world -> world.servers().replicas().forEach(MySqlNode::stopApplier),
      world -> world.servers().replicas().forEach(MySqlNode::startApplier)),
  RECEIVER_STOPPED(
      2,
      world -> world.servers().replica(2).stopReceiver(),
      world -> world.servers().replica(2).startReceiver()),
  DELAYED(
      1,
      world -> world.servers().replica(1).delay(Duration.ofSeconds(1)),
      world -> world.servers().replica(1).delay(Duration.ZERO)),
  CONNECTIONS_OF_A_REPLICA_KILLED(
      3, world -> World.killConnections(world.servers().replica(1)), world -> {}),
  CONNECTIONS_OF_THE_PRIMARY_KILLED(
      2, world -> World.killConnections(world.servers().primary()), world -> {}),
  LINE_TO_A_REPLICA_SILENT(
      2,
      world -> world.line(world.servers().replica(2)).silence(),
      world -> world.line(world.servers().replica(2)).restore()),
  LINE_TO_THE_PRIMARY_SILENT(
      1,
      world -> world.line(world.servers().primary()).silence(),
      world -> world.line(world.servers().primary()).restore()),
  REPLICA_PAUSED(
      1, world -> world.servers().replica(2).pause(), world -> world.servers().replica(2).resume()),
  REPLICA_KILLED(
      1, world -> world.servers().replica(1).kill(), world -> world.servers().replica(1).start()),
  PRIMARY_ONLY(
      1,
      world -> world.instance(0).cluster.switches().by("test", "trouble").primaryOnly(true),
      world -> world.instance(0).cluster.switches().by("test", "healed").primaryOnly(false)),
  READ_ONLY(
      1,
      world -> world.instance(1).cluster.switches().by("test", "trouble").readOnly(true),
      world -> world.instance(1).cluster.switches().by("test", "healed").readOnly(false)),
  HALF_ROLLED_OUT(
      1,
      world -> world.instance(1).cluster.switches().by("test", "trouble").replicaPercent(50),
      world -> world.instance(1).cluster.switches().by("test", "healed").replicaPercent(100)),
  REPLICA_DRAINED(1, world -> drain(world, true), world -> drain(world, false));

  private final int weight;
  private final Consumer<World> inflict;
  private final Consumer<World> heal;

  Trouble(int weight, Consumer<World> inflict, Consumer<World> heal) {
    this.weight = weight;
    this.inflict = inflict;
    this.heal = heal;
  }

  private static void drain(World world, boolean on) {
    for (Instance instance : world.instances()) {
      instance.cluster.switches().by("test", "trouble").drain("replica-1", on);
    }
  }

  /** How often it is made, compared to the others. */
  int weight() {
    return weight;
  }

  void inflict(World world) {
    inflict.accept(world);
  }

  void heal(World world) {
    heal.accept(world);
  }
}
