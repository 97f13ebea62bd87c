package io.github.rwsplit.demo.page;

/** What can be done to a server, until it is undone. */
enum Fault {
  /** It applies everything five seconds later than the primary. */
  DELAYED,
  /** It receives and applies nothing of it. */
  APPLIER_STOPPED,
  /** Its process hangs. */
  PAUSED,
  /** Its process is gone. */
  KILLED
}
