package io.github.rwsplit.node;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Four questions about a replica, each answered by itself. Immutable.
 *
 * @param ofOurPrimary whether it is a replica, and of the primary that this cluster has, directly
 *     or by way of another replica. NO keeps reads away from it
 * @param receives whether it receives from its source now, as the server says; a line that has just
 *     fallen silent is noticed by the server only after {@code replica_net_timeout}
 * @param applied whether it has applied what the most patient of its groups asks for ({@code
 *     removed-above}), by the source of lag that counts for it
 * @param writable whether the account could write there. YES keeps reads away from it where the
 *     sessions of its pool would let a write through
 */
public record ReplicaReport(
    Finding ofOurPrimary, Finding receives, Finding applied, Finding writable) {

  /** Nothing is known yet. */
  static final ReplicaReport NONE = unknown("it was not asked yet");

  /** The keys of {@link #findings}. */
  public static final List<String> QUESTIONS = List.copyOf(NONE.findings().keySet());

  static ReplicaReport unknown(String because) {
    Finding nothing = Finding.unknown(because);
    return new ReplicaReport(nothing, nothing, nothing, nothing);
  }

  /**
   * The answers by their questions, for those who show them all.
   *
   * @return in the order of the questions; the keys are {@code ofOurPrimary}, {@code receives},
   *     {@code applied} and {@code writable}
   */
  public Map<String, Finding> findings() {
    Map<String, Finding> findings = new LinkedHashMap<>();
    findings.put("ofOurPrimary", ofOurPrimary);
    findings.put("receives", receives);
    findings.put("applied", applied);
    findings.put("writable", writable);
    return findings;
  }

  /** An answer. */
  public enum Verdict {
    /** It is so. */
    YES,
    /** It is not so. */
    NO,
    /** It cannot be told; never taken for YES, nor for NO. */
    UNKNOWN
  }

  /**
   * An answer and what it rests on.
   *
   * @param verdict the answer
   * @param because what was seen, in words; never with credentials
   */
  public record Finding(Verdict verdict, String because) {

    /** Servers have their say in it: names, errors. */
    public Finding {
      because = OneLine.of(because);
    }

    static Finding yes(String because) {
      return new Finding(Verdict.YES, because);
    }

    static Finding no(String because) {
      return new Finding(Verdict.NO, because);
    }

    static Finding unknown(String because) {
      return new Finding(Verdict.UNKNOWN, because);
    }

    /**
     * The answer and its reason.
     *
     * @return for instance {@code no: its receiver is stopped}
     */
    @Override
    public String toString() {
      return verdict.name().toLowerCase(Locale.ROOT) + ": " + because;
    }
  }
}
