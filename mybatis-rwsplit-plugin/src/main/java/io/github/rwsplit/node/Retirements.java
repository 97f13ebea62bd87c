package io.github.rwsplit.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The replicas of a cluster that have left and whose pools drain. Guarded by who holds it. */
final class Retirements {

  private final List<Retirement> underWay = new ArrayList<>();
  private final Duration longest;

  /**
   * @param longest how long a pool waits for what runs on it
   */
  Retirements(Duration longest) {
    this.longest = longest;
  }

  /** Ends the probe of a replica, and its pool once nothing runs on it. */
  void begin(Member member) {
    member.probe().stop();
    underWay.removeIf(Retirement::isOver);
    AutoCloseable pool = member.owned();
    if (pool != null) {
      Retirement retirement = new Retirement(member.node(), pool, longest);
      underWay.add(retirement);
      retirement.begin();
    }
  }

  /** Closes all pools that still drain. */
  void end(Duration patience) {
    underWay.forEach(retirement -> retirement.end(patience));
  }
}
