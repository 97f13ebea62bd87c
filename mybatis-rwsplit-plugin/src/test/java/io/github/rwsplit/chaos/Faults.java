package io.github.rwsplit.chaos;

import static io.github.rwsplit.chaos.Failures.COMMIT_REFUSED;
import static io.github.rwsplit.chaos.Failures.DEMOTED;
import static io.github.rwsplit.chaos.Failures.LOST;
import static io.github.rwsplit.chaos.Failures.NO_CONNECTION;
import static io.github.rwsplit.chaos.Failures.REFUSED;
import static io.github.rwsplit.chaos.Fault.Setting.FOLLOWING;
import static io.github.rwsplit.chaos.Fault.Setting.LINE_BETWEEN;
import static io.github.rwsplit.chaos.Fault.Setting.LINE_TO_PRIMARY;
import static io.github.rwsplit.chaos.Fault.Setting.LINE_TO_REPLICA;
import static io.github.rwsplit.chaos.Fault.Setting.PLAIN;
import static io.github.rwsplit.chaos.Fault.Setting.PRIMARY_WITH_CLOCK;
import static io.github.rwsplit.chaos.Fault.Setting.PROCESS;
import static io.github.rwsplit.chaos.Fault.Setting.PROCESS_WITH_CLOCK;
import static io.github.rwsplit.chaos.Fault.Setting.REPLICA_WITH_CLOCK;

import io.github.rwsplit.test.MySqlNode;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** All faults. What only one replica suffers costs no call. */
final class Faults {

  private static final Fault.Act NOTHING = scene -> {};
  private static final Duration UNTIL_REMOVED = Duration.ofSeconds(4);
  private static final Duration SLOW = Duration.ofMillis(300);

  static final Fault APPLIER_STOPPED =
      Fault.of(
          "applier of a replica stopped",
          PLAIN,
          scene -> scene.replica().stopApplier(),
          scene -> scene.replica().startApplier());

  static final Fault PRIMARY_KILLED =
      Fault.of(
              "primary killed (`kill -9`), started again",
              PLAIN,
              scene -> scene.primary().kill(),
              scene -> scene.primary().start())
          .mayFail(LOST, NO_CONNECTION, REFUSED);

  static final Fault REPLICA_TRUNCATES =
      Fault.of(
          "answers of a replica cut in the middle",
          LINE_TO_REPLICA,
          scene -> scene.line().truncateAnswersTo("from chaos_rows"),
          scene -> scene.line().restore());

  private Faults() {}

  static List<Fault> few() {
    return List.of(
        APPLIER_STOPPED.lasting(Duration.ofSeconds(1)),
        PRIMARY_KILLED.lasting(Duration.ofSeconds(1)),
        REPLICA_TRUNCATES.lasting(Duration.ofSeconds(1)));
  }

  static List<Fault> all() {
    return Stream.of(
            ofReplica(), ofReplication(), ofPrimary(), ofRoles(), ofApplication(), ofClocks())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Fault> ofReplica() {
    return List.of(
        Fault.of(
            "replica paused (`kill -STOP`)",
            PLAIN,
            scene -> scene.replica().pause(),
            scene -> scene.replica().resume()),
        Fault.of(
            "replica killed (`kill -9`), started again",
            PLAIN,
            scene -> scene.replica().kill(),
            scene -> scene.replica().start()),
        Fault.of(
            "replica restarted in good order",
            PLAIN,
            scene -> scene.replica().shutdown(),
            scene -> scene.replica().start()),
        Fault.of(
                "both replicas killed",
                PLAIN,
                scene -> scene.servers().replicas().forEach(MySqlNode::kill),
                scene -> scene.servers().replicas().forEach(MySqlNode::start))
            // a read that is lost on one runs once more, and may be lost on the other as well
            .mayFail(REFUSED, LOST),
        Fault.of(
            "all connections of a replica's pool held",
            PLAIN,
            scene -> scene.fillPoolOf(scene.replica()),
            Scene::letGo),
        Fault.of(
            "`max_connections` of a replica used up by others, ours cut",
            PLAIN,
            scene -> scene.crowd(scene.replica()),
            Scene::letGo),
        Fault.of(
            "line to a replica silent",
            LINE_TO_REPLICA,
            scene -> scene.line().silence(),
            scene -> scene.line().restore()),
        Fault.of(
            "line to a replica refuses",
            LINE_TO_REPLICA,
            scene -> scene.line().refuse(),
            scene -> scene.line().restore()),
        Fault.of(
            "line to a replica 300 ms slower",
            LINE_TO_REPLICA,
            scene -> scene.line().delay(SLOW),
            scene -> scene.line().restore()),
        REPLICA_TRUNCATES);
  }

  private static List<Fault> ofReplication() {
    return List.of(
        Fault.of(
                "replica delayed 2 s",
                PLAIN,
                scene -> scene.replica().delay(Duration.ofSeconds(2)),
                scene -> scene.replica().delay(Duration.ZERO))
            .lasting(UNTIL_REMOVED),
        Fault.of(
                "receiver of a replica stopped",
                PLAIN,
                scene -> scene.replica().stopReceiver(),
                scene -> scene.replica().startReceiver())
            .lasting(UNTIL_REMOVED),
        APPLIER_STOPPED.lasting(UNTIL_REMOVED),
        Fault.of(
                "appliers of both replicas stopped",
                PLAIN,
                scene -> scene.servers().replicas().forEach(MySqlNode::stopApplier),
                scene -> scene.servers().replicas().forEach(MySqlNode::startApplier))
            .lasting(UNTIL_REMOVED)
            .mayFail(REFUSED),
        Fault.of(
            "`RESET REPLICA ALL` on a replica",
            PLAIN,
            scene -> scene.replica().execute("STOP REPLICA", "RESET REPLICA ALL"),
            scene -> scene.replica().follow()),
        Fault.of(
                "line from the primary to a replica silent",
                LINE_BETWEEN,
                scene -> scene.line().silence(),
                scene -> scene.line().restore())
            .lasting(UNTIL_REMOVED),
        Fault.of(
            "line from the primary to a replica refuses",
            LINE_BETWEEN,
            scene -> scene.line().refuse(),
            scene -> scene.line().restore()),
        Fault.of(
            "line from the primary to a replica 300 ms slower",
            LINE_BETWEEN,
            scene -> scene.line().delay(SLOW),
            scene -> scene.line().restore()),
        Fault.of(
            "line from the primary to a replica cut in the middle of events",
            LINE_BETWEEN,
            scene -> scene.line().truncateAnswersTo(""),
            scene -> scene.line().restore()));
  }

  private static List<Fault> ofPrimary() {
    List<Fault> faults =
        List.of(
            Fault.of(
                "primary paused",
                PLAIN,
                scene -> scene.primary().pause(),
                scene -> scene.primary().resume()),
            PRIMARY_KILLED.lasting(Duration.ofSeconds(2)),
            Fault.of(
                "all connections of the primary's pool held",
                PLAIN,
                scene -> scene.fillPoolOf(scene.primary()),
                Scene::letGo),
            Fault.of(
                "`max_connections` of the primary used up by others, ours cut",
                PLAIN,
                scene -> scene.crowd(scene.primary()),
                Scene::letGo),
            Fault.of(
                "line to the primary silent",
                LINE_TO_PRIMARY,
                scene -> scene.line().silence(),
                scene -> scene.line().restore()),
            Fault.of(
                "line to the primary refuses",
                LINE_TO_PRIMARY,
                scene -> scene.line().refuse(),
                scene -> scene.line().restore()),
            Fault.of(
                "line to the primary 300 ms slower",
                LINE_TO_PRIMARY,
                scene -> scene.line().delay(SLOW),
                scene -> scene.line().restore()),
            Fault.of(
                "answers of the primary cut in the middle",
                LINE_TO_PRIMARY,
                scene -> scene.line().truncateAnswersTo("chaos_"),
                scene -> scene.line().restore()));
    return faults.stream().map(fault -> fault.mayFail(LOST, NO_CONNECTION, REFUSED)).toList();
  }

  private static List<Fault> ofRoles() {
    List<Fault> faults =
        List.of(
            Fault.of(
                "replica promoted as planned, writes follow",
                FOLLOWING,
                scene -> scene.replica().promote(),
                NOTHING),
            Fault.of(
                "primary fenced and killed, replica promoted, writes follow",
                FOLLOWING,
                Scene::fenceKillAndPromote,
                scene -> {
                  scene.primary().start();
                  scene.primary().follow();
                }),
            Fault.of(
                "replica promoted as planned, the primary's address moves",
                LINE_TO_PRIMARY,
                scene -> {
                  scene.replica().promote();
                  scene.line().leadTo(scene.replica());
                },
                NOTHING),
            Fault.of(
                "two servers take writes",
                FOLLOWING,
                scene -> scene.replica().readOnly(false),
                scene -> scene.replica().readOnly(true)),
            Fault.of(
                "primary read-only for a while",
                PLAIN,
                scene -> scene.primary().readOnly(true),
                scene -> scene.primary().readOnly(false)));
    return faults.stream()
        .map(fault -> fault.mayFail(LOST, NO_CONNECTION, REFUSED, DEMOTED, COMMIT_REFUSED))
        .toList();
  }

  private static List<Fault> ofApplication() {
    return List.of(
        Fault.of(
                "application stands still for 5 s (`kill -STOP`)",
                PROCESS,
                scene -> scene.process().pause(),
                scene -> scene.process().resume())
            .lasting(Duration.ofSeconds(5)));
  }

  private static List<Fault> ofClocks() {
    return Stream.of(1, -1)
        .flatMap(
            hours -> {
              Duration step = Duration.ofHours(hours);
              String steps = " steps %s by an hour".formatted(hours > 0 ? "forward" : "back");
              return Stream.of(
                  Fault.of(
                      "clock of the application" + steps,
                      PROCESS_WITH_CLOCK,
                      scene -> scene.process().stepClock(step),
                      NOTHING),
                  Fault.of(
                      "clock of the primary" + steps,
                      PRIMARY_WITH_CLOCK,
                      scene -> scene.stepServerClock(step),
                      scene -> scene.stepServerClock(step.negated())),
                  Fault.of(
                      "clock of a replica" + steps,
                      REPLICA_WITH_CLOCK,
                      scene -> scene.stepServerClock(step),
                      scene -> scene.stepServerClock(step.negated())));
            })
        .toList();
  }
}
