package io.github.rwsplit.demo.load;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Adds up what the sessions of one load find. Safe for use by many threads. */
final class LoadFigures {

  private static final int FINDINGS = 5;

  private final Deque<String> findings = new ArrayDeque<>();
  private long writes;
  private long checked;
  private long stale;
  private long eventual;
  private long behind;
  private long failed;

  synchronized void written() {
    writes++;
  }

  synchronized void failed() {
    failed++;
  }

  synchronized void eventual(boolean isBehind) {
    eventual++;
    behind += isBehind ? 1 : 0;
  }

  synchronized void current() {
    checked++;
  }

  synchronized void stale(String finding) {
    checked++;
    stale++;
    if (findings.size() == FINDINGS) {
      findings.removeLast();
    }
    findings.addFirst(finding);
  }

  synchronized LoadReport report(boolean running, LoadPlan plan) {
    return new LoadReport(
        running, plan, writes, checked, stale, eventual, behind, failed, List.copyOf(findings));
  }
}
