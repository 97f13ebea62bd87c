package io.github.rwsplit.boot;

import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.util.ClassUtils;

/** Says at the start what transactions of JTA mean where an application has them. */
final class JtaManagers {

  private static final Logger LOG = LoggerFactory.getLogger("io.github.rwsplit");

  private static final boolean JTA =
      ClassUtils.isPresent(
          "jakarta.transaction.UserTransaction", JtaManagers.class.getClassLoader());

  private JtaManagers() {}

  /** Warns where there is a JtaTransactionManager. */
  static void warnAbout(ListableBeanFactory beans) {
    String[] managers =
        JTA ? beans.getBeanNamesForType(JtaTransactionManager.class, true, false) : new String[0];
    if (managers.length > 0) {
      LOG.warn(
          "There are transaction managers of JTA: {}. XA is not supported: reads in their"
              + " transactions stay on the primary (TX_MANAGER_MISMATCH), but a UserTransaction that"
              + " is begun past Spring is not seen at all; let mappers run in transactions of a"
              + " DataSourceTransactionManager",
          Arrays.toString(managers));
    }
  }
}
