package io.github.rwsplit.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/** What a run was made on, in words. */
final class Machine {

  private Machine() {}

  static String describe() {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return String.format(
        Locale.ROOT,
        "%d cores, %d GB, %s %s, Java %s (%s)",
        Runtime.getRuntime().availableProcessors(),
        Math.round(system.getTotalMemorySize() / 1e9),
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        System.getProperty("java.version"),
        System.getProperty("java.vm.name"));
  }
}
