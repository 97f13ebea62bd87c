package io.github.rwsplit.connection;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Transactions that Spring does not know of: dynamic-datasource's {@code @DSTransactional} and a
 * Seata global transaction. Both keep an id on the thread, which is asked for where those classes
 * are there.
 */
final class ForeignTransactions {

  private static final Logger log = LoggerFactory.getLogger(ForeignTransactions.class);
  private static final List<MethodHandle> IDS = ids();

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
    add(found, "com.baomidou.dynamic.datasource.tx.TransactionContext", "getXID");
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
}
