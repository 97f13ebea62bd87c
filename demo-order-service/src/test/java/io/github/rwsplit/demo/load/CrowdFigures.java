package io.github.rwsplit.demo.load;

import io.github.rwsplit.demo.load.Attempts.Told;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What all customers together have done and found. Safe for use by many threads. */
final class CrowdFigures {

  private static final Logger log = LoggerFactory.getLogger(CrowdFigures.class);
  private static final int KEPT = 20;

  final LongAdder sessions = new LongAdder();
  final LongAdder requests = new LongAdder();
  final LongAdder writes = new LongAdder();
  final LongAdder checked = new LongAdder();
  final LongAdder stale = new LongAdder();
  final LongAdder behind = new LongAdder();
  final LongAdder failed = new LongAdder();
  private final ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();

  void wrote(Told told) {
    if (told == Told.DONE) {
      writes.increment();
    }
  }

  /** A request was answered with an error, or not at all. */
  void failed(String who, Exception why) {
    failed.increment();
    log.warn("{} was not served: {}", who, why.toString());
  }

  /**
   * A SESSION or STRONG read was compared.
   *
   * @param violation null where it had what was written
   */
  void checked(@Nullable String violation) {
    checked.increment();
    if (violation != null) {
      stale.increment();
      if (violations.size() < KEPT) {
        violations.add(violation);
      }
    }
  }

  /** An EVENTUAL read, which may be behind. */
  void listed(boolean current) {
    if (!current) {
      behind.increment();
    }
  }

  List<String> violations() {
    return List.copyOf(violations);
  }

  @Override
  public String toString() {
    return "%s requests of %s sessions, %s writes, %s reads compared, %s stale, %s lists behind, %s failed"
        .formatted(requests, sessions, writes, checked, stale, behind, failed);
  }
}
