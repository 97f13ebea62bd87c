package io.github.rwsplit.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;

/** What this thread allocates in a read. */
final class Allocations {

  private static final String SAMPLE = "jdk.ObjectAllocationSample";

  /** The thread's own counter: nothing that a probe or a collector does is in it. */
  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  /**
   * Who allocates what.
   *
   * @param type the class of the objects
   * @param by the innermost method that is not the JDK's
   * @param share of everything that was allocated
   */
  record Share(String type, String by, double share) {}

  private Allocations() {}

  /** Bytes of one read, on average over so many. */
  static double perRead(Callable<?> read, int times) throws Exception {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int n = 0; n < times; n++) {
      read.call();
    }
    return (double) (THREADS.getCurrentThreadAllocatedBytes() - before) / times;
  }

  /** What the library's own methods allocate, themselves or through the JDK, the most first. */
  static List<Share> profile(Callable<?> read, int times) throws Exception {
    List<RecordedEvent> samples;
    long self = Thread.currentThread().getId();
    try (Recording recording = new Recording()) {
      recording.enable(SAMPLE).with("throttle", "5000/s").withStackTrace();
      recording.start();
      perRead(read, times);
      recording.stop();
      samples =
          Waits.events(recording).stream()
              .filter(event -> event.getThread().getJavaThreadId() == self)
              .toList();
    }
    double all = samples.stream().mapToLong(event -> event.getLong("weight")).sum();
    record Key(String type, String by) {}
    Map<Key, Double> shares =
        samples.stream()
            .collect(
                Collectors.groupingBy(
                    event ->
                        new Key(
                            event.getClass("objectClass").getName(),
                            Waits.site(Waits.frames(event))),
                    Collectors.summingDouble(event -> event.getLong("weight") / all)));
    return shares.entrySet().stream()
        .filter(entry -> Waits.isLibrary(entry.getKey().by()))
        .map(entry -> new Share(entry.getKey().type(), entry.getKey().by(), entry.getValue()))
        .sorted((a, b) -> Double.compare(b.share(), a.share()))
        .toList();
  }
}
