package io.github.rwsplit.cli.candidates;

/** How one select was used. Counts of calls; times in microseconds. */
final class Usage {

  final String statement;
  long calls;
  long micros;

  /** Calls inside a read-write transaction; there every read stays on the primary. */
  long inTransaction;

  /** Of those, calls in a transaction that wrote nothing at all. */
  long inIdleTransaction;

  /** Calls before a write of the same transaction, or of the same thread shortly after. */
  long beforeWrite;

  /** Of those, calls outside any transaction. */
  long beforeWriteAlone;

  /** Calls shortly after a write of their session. */
  long afterWrite;

  /** Calls outside transactions whose session had written nothing that a replica might lack. */
  long replicaHadData;

  /** Calls outside transactions. */
  long alone;

  /** Calls of which neither session, trace nor thread is known. */
  long unknown;

  /** Calls that say a level other than the default one, or the reason STRONG. */
  long declared;

  /** Calls with a reason that says that the select is undeclared for sure. */
  long undeclared;

  Usage(String statement) {
    this.statement = statement;
  }

  void add(Usage other) {
    calls += other.calls;
    micros += other.micros;
    inTransaction += other.inTransaction;
    inIdleTransaction += other.inIdleTransaction;
    beforeWrite += other.beforeWrite;
    beforeWriteAlone += other.beforeWriteAlone;
    afterWrite += other.afterWrite;
    replicaHadData += other.replicaHadData;
    alone += other.alone;
    unknown += other.unknown;
    declared += other.declared;
    undeclared += other.undeclared;
  }
}
