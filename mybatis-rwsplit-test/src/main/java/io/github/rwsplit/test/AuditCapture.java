package io.github.rwsplit.test;

import java.util.List;
import org.slf4j.LoggerFactory;

/** Collects what the audit logger says from now on. */
interface AuditCapture {

  /** The logger of the audit, as the contract names it. */
  String LOGGER = "rwsplit.audit";

  /**
   * Waits a moment for at least so many lines with these reasons, and ends the capture. The log is
   * written by a thread of its own, and a statement that no server saw has a line too.
   */
  List<AuditLine> await(int lines, List<String> reasons);

  /** Why there may be no lines, and what to do about it. */
  String whyEmpty();

  /** Ends the capture. */
  void end();

  /** Begins to collect, if the logging backend is one that can be listened to. */
  static AuditCapture begin() {
    String backend = LoggerFactory.getILoggerFactory().getClass().getName();
    // by name, so that this module loads where Logback is missing
    if (backend.equals("ch.qos.logback.classic.LoggerContext")) {
      return LogbackAuditCapture.attach();
    }
    return new Deaf(backend);
  }

  /** What there is without Logback: a failure that says so, as soon as somebody asks. */
  record Deaf(String backend) implements AuditCapture {
    @Override
    public List<AuditLine> await(int lines, List<String> reasons) {
      throw new AssertionError(
          "Reasons are read from Logback's logger %s, but SLF4J is bound to %s; add logback-classic to the tests"
              .formatted(LOGGER, backend));
    }

    @Override
    public String whyEmpty() {
      return "";
    }

    @Override
    public void end() {}
  }
}
