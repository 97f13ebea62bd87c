package io.github.rwsplit.demo.page;

import io.github.rwsplit.demo.web.Refusal;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.stereotype.Component;

/** Makes and undoes faults on the demo's own servers, one at a time. */
@Component
@ConditionalOnBean(MySqlCluster.class)
final class Faults {

  private static final Logger log = LoggerFactory.getLogger(Faults.class);
  private static final Duration DELAY = Duration.ofSeconds(5);

  private final MySqlCluster servers;
  private final Map<String, Set<Fault>> faults = new ConcurrentHashMap<>();
  private final Set<String> leftBehind = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean busy = new AtomicBoolean();

  Faults(MySqlCluster servers) {
    this.servers = servers;
  }

  List<Snapshot.ServerCard> servers() {
    return servers.nodes().stream()
        .map(node -> new Snapshot.ServerCard(node.name(), servers.primary() == node, of(node)))
        .toList();
  }

  /**
   * Makes a fault or undoes it.
   *
   * @throws Refusal 404 for an unknown server; 409 where it cannot be done now
   */
  void turn(String server, Fault fault, boolean on, String why) {
    MySqlNode node = find(server);
    exclusively(
        () -> {
          Set<Fault> before = of(node);
          if (before.contains(fault) == on) {
            return;
          }
          refuseIfItCannotAnswer(node, before, fault);
          if (fault != Fault.PAUSED && fault != Fault.KILLED && servers.primary() == node) {
            throw Refusal.conflict(
                "primary", "%s is the primary, which applies nothing.".formatted(server));
          }
          switch (fault) {
            case DELAYED -> node.delay(on ? DELAY : Duration.ZERO);
            case APPLIER_STOPPED -> {
              if (on) {
                node.stopApplier();
              } else {
                node.startApplier();
              }
            }
            case PAUSED -> {
              if (on) {
                node.pause();
              } else {
                node.resume();
                followIfLeftBehind(node);
              }
            }
            case KILLED -> {
              if (on) {
                node.kill();
              } else {
                node.start();
                followIfLeftBehind(node);
              }
            }
          }
          log.info("{} {} on {}: {}", fault, on ? "made" : "undone", server, why);
          remember(server, before, fault, on);
        });
  }

  /**
   * Makes a server the primary; the others that answer follow it.
   *
   * @throws Refusal 404 for an unknown server; 409 where it cannot be done now
   */
  void promote(String server, String why) {
    MySqlNode node = find(server);
    exclusively(
        () -> {
          if (!of(node).isEmpty()) {
            throw Refusal.conflict(
                "faulty", "%s must be without a fault to be promoted.".formatted(server));
          }
          if (servers.primary() != node) {
            node.promote();
            servers.nodes().stream()
                .filter(other -> !answers(other))
                .forEach(other -> leftBehind.add(other.name()));
            log.info("{} is the primary now: {}", server, why);
          }
        });
  }

  /** A server that was away when another one was promoted still follows the old one, or nobody. */
  private void followIfLeftBehind(MySqlNode node) {
    if (leftBehind.remove(node.name()) && servers.primary() != node) {
      node.follow();
    }
  }

  private boolean answers(MySqlNode node) {
    Set<Fault> made = of(node);
    return !made.contains(Fault.KILLED) && !made.contains(Fault.PAUSED);
  }

  private void remember(String server, Set<Fault> before, Fault fault, boolean on) {
    EnumSet<Fault> now = EnumSet.noneOf(Fault.class);
    now.addAll(before);
    if (on) {
      now.add(fault);
    } else {
      now.remove(fault);
    }
    if (fault == Fault.KILLED) {
      // a server that starts begins to apply by itself; it does not hang any more either
      now.remove(Fault.PAUSED);
      now.remove(Fault.APPLIER_STOPPED);
    }
    faults.put(server, Collections.unmodifiableSet(now));
  }

  private Set<Fault> of(MySqlNode node) {
    return faults.getOrDefault(node.name(), Set.of());
  }

  private static void refuseIfItCannotAnswer(MySqlNode node, Set<Fault> before, Fault fault) {
    boolean gone = before.contains(Fault.KILLED) && fault != Fault.KILLED;
    boolean hangs = before.contains(Fault.PAUSED) && fault != Fault.PAUSED && fault != Fault.KILLED;
    if (gone || hangs) {
      throw Refusal.conflict(
          "no-answer",
          "%s %s: undo that first.".formatted(node.name(), gone ? "is killed" : "is paused"));
    }
  }

  private MySqlNode find(String server) {
    return servers.nodes().stream()
        .filter(node -> node.name().equals(server))
        .findFirst()
        .orElseThrow(() -> Refusal.notFound("server", server));
  }

  private void exclusively(Runnable act) {
    if (!busy.compareAndSet(false, true)) {
      throw Refusal.conflict("busy", "Another fault is being made. Try again in a moment.");
    }
    try {
      act.run();
    } finally {
      busy.set(false);
    }
  }
}
