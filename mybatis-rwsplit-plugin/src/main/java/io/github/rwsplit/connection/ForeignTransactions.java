package io.github.rwsplit.connection;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronization;

/**
 * Transactions that Spring does not know of: dynamic-datasource's {@code @DSTransactional} and a
 * Seata global transaction. Both keep an id on the thread, which is asked for where those classes
 * are there.
 */
final class ForeignTransactions {

  private static final Logger log = LoggerFactory.getLogger(ForeignTransactions.class);
  private static final String DYNAMIC_DATASOURCE =
      "com.baomidou.dynamic.datasource.tx.TransactionContext";
  private static final List<MethodHandle> IDS = ids();
  private static final @Nullable Completions COMPLETIONS = completions();

  /** dynamic-datasource's list of those who want to know of the end; of Spring's own type. */
  private record Completions(MethodHandle id, MethodHandle known, MethodHandle register) {}

  private ForeignTransactions() {}

  /** Whether one of them is active on this thread. */
  static boolean active() {
    for (int i = 0; i < IDS.size(); i++) {
      if (id(IDS.get(i)) instanceof String text && !text.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** Whether one is active on this thread that tells of its end. Seata's does not. */
  static boolean endIsSeen() {
    Completions completions = COMPLETIONS;
    return completions != null && id(completions.id()) instanceof String xid && !xid.isEmpty();
  }

  /**
   * Lets somebody know of the end of the transaction, while {@link #endIsSeen}.
   *
   * @return false where it knows the listener already
   */
  static boolean onCompletion(TransactionSynchronization listener) {
    Completions completions = Objects.requireNonNull(COMPLETIONS);
    if (id(completions.known()) instanceof List<?> known && known.contains(listener)) {
      return false;
    }
    try {
      completions.register().invoke(listener);
      return true;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("the end of a global transaction cannot be asked for", e);
    }
  }

  private static Object id(MethodHandle handle) {
    try {
      return (Object) handle.invoke();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("the id of a global transaction cannot be asked for", e);
    }
  }

  private static List<MethodHandle> ids() {
    List<MethodHandle> found = new ArrayList<>();
    add(found, DYNAMIC_DATASOURCE, "getXID");
    add(found, "org.apache.seata.core.context.RootContext", "getXID");
    add(found, "io.seata.core.context.RootContext", "getXID");
    return List.copyOf(found);
  }

  private static void add(List<MethodHandle> found, String type, String method) {
    try {
      Class<?> owner = Class.forName(type, true, ForeignTransactions.class.getClassLoader());
      found.add(MethodHandles.lookup().unreflect(owner.getMethod(method)));
    } catch (ClassNotFoundException e) {
      log.trace("{} is not there", type);
    } catch (ReflectiveOperationException | LinkageError e) {
      log.warn("{}.{} cannot be asked whether its transaction is active", type, method, e);
    }
  }

  private static @Nullable Completions completions() {
    try {
      Class<?> owner =
          Class.forName(DYNAMIC_DATASOURCE, true, ForeignTransactions.class.getClassLoader());
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      return new Completions(
          lookup.unreflect(owner.getMethod("getXID")),
          lookup.unreflect(owner.getMethod("getSynchronizations")),
          lookup.unreflect(
              owner.getMethod("registerSynchronization", TransactionSynchronization.class)));
    } catch (ClassNotFoundException e) {
      log.trace("{} is not there", DYNAMIC_DATASOURCE);
    } catch (ReflectiveOperationException | LinkageError e) {
      log.warn(
          "The end of a @DSTransactional cannot be seen: its sessions read the primary for the"
              + " window after each write, not after the commit; use dynamic-datasource 4.2 or later",
          e);
    }
    return null;
  }
}
