package io.github.rwsplit.chaos;

import java.util.List;

/** An application under load, in this process or in another one. */
interface Running extends AutoCloseable {

  /** Waits until every server has served for a while. */
  void awaitBusy(List<String> servers) throws Exception;

  void mark(Chronicle.Mark mark) throws Exception;

  /**
   * Waits until servers serve as before the fault, but not for ever.
   *
   * @param before the servers by role, the primary first, as the fault found them
   * @param after the same as they are now
   */
  void awaitRecovery(List<String> before, List<String> after) throws Exception;

  /** Ends the load, then the application. */
  Chronicle end() throws Exception;

  /** Ends it in any case; without effect after {@link #end}. */
  @Override
  void close() throws Exception;
}
