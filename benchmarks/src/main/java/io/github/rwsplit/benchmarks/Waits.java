package io.github.rwsplit.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * What readers waited for, as the JVM's own recorder saw it: monitors that another thread had, and
 * parked threads, as locks of {@code java.util.concurrent} leave them.
 */
final class Waits {

  private static final List<String> WAITS =
      List.of("jdk.JavaMonitorEnter", "jdk.JavaMonitorWait", "jdk.ThreadPark", "jdk.ThreadSleep");
  private static final String PINNED = "jdk.VirtualThreadPinned";
  private static final String FUTURE = "java.util.concurrent.CompletableFuture$Signaller";
  private static final String WAITS_FOR_REPLICA = ".FrameConnections.waitFor";
  private static final String LIBRARY = "io.github.rwsplit.";
  private static final String OWN = "io.github.rwsplit.benchmarks.";

  /**
   * One wait.
   *
   * @param kind the recorder's name of it
   * @param on the class of the monitor or lock, where the recorder knows
   * @param frames from the innermost out, as {@code class.method}
   */
  record Wait(String kind, Duration length, @Nullable String on, List<String> frames) {

    /** Whether the library had called, however far out. */
    boolean throughLibrary() {
      return frames.stream().anyMatch(Waits::isLibrary);
    }

    String site() {
      return Waits.site(frames);
    }

    /**
     * Whether it was for a lock. A future is none: a session's read may wait, as long as {@code
     * session.wait} says, for a replica to have what the session needs.
     */
    boolean isForLock() {
      return !FUTURE.equals(on);
    }

    /** Whether it was made by a read that had begun to wait for a replica, and was in no hurry. */
    boolean whileWaitingForReplica() {
      return frames.stream().anyMatch(frame -> frame.endsWith(WAITS_FOR_REPLICA));
    }

    boolean isPinning() {
      return kind.equals(PINNED);
    }
  }

  private Waits() {}

  /**
   * Reads under a recording, after some reads without.
   *
   * @return the waits of the readers and, to show that the recorder sees them, of {@link Queue} or
   *     {@link Pinning}
   */
  static List<Wait> of(
      ExecutorService on, boolean virtual, int threads, int times, Callable<?> read)
      throws Exception {
    // by their ids: of virtual threads the recorder does not know a name that was given later
    Set<Long> readers = ConcurrentHashMap.newKeySet();
    // classes are loaded and pools filled
    Readers.read(on, threads, Math.min(times, 1_000), read, readers);
    try (Recording recording = new Recording()) {
      for (String wait : WAITS) {
        recording.enable(wait).withThreshold(Duration.ZERO).withStackTrace();
      }
      recording.enable(PINNED).withThreshold(Duration.ZERO).withStackTrace();
      recording.start();
      // from Java 24 on it sees no virtual thread that waits for a monitor, since that leaves its
      // carrier
      if (virtual) {
        Pinning.happen(on, readers);
      } else {
        Queue.stand(on, readers);
      }
      Readers.read(on, threads, times, read, readers);
      recording.stop();
      return events(recording).stream()
          .filter(event -> readers.contains(event.getThread().getJavaThreadId()))
          .map(Waits::wait)
          .toList();
    }
  }

  static List<RecordedEvent> events(Recording recording) throws IOException {
    Path file = Files.createTempFile("benchmarks", ".jfr");
    try {
      recording.dump(file);
      return RecordingFile.readAllEvents(file).stream()
          .filter(event -> event.getThread() != null && event.getStackTrace() != null)
          .toList();
    } finally {
      Files.delete(file);
    }
  }

  private static Wait wait(RecordedEvent event) {
    return new Wait(event.getEventType().getName(), event.getDuration(), on(event), frames(event));
  }

  private static @Nullable String on(RecordedEvent event) {
    for (String field : List.of("monitorClass", "parkedClass")) {
      if (event.hasField(field) && event.getValue(field) instanceof RecordedClass type) {
        return type.getName();
      }
    }
    return null;
  }

  static List<String> frames(RecordedEvent event) {
    return event.getStackTrace().getFrames().stream()
        .filter(RecordedFrame::isJavaFrame)
        .map(frame -> frame.getMethod().getType().getName() + "." + frame.getMethod().getName())
        .toList();
  }

  /** The innermost frame that is not the JDK's: whose doing it was. */
  static String site(List<String> frames) {
    return frames.stream()
        .filter(frame -> !frame.startsWith("java.") && !frame.startsWith("jdk."))
        .findFirst()
        .orElse("the JDK");
  }

  static boolean isLibrary(String frame) {
    return frame.startsWith(LIBRARY) && !frame.startsWith(OWN);
  }

  /** Two that want the same monitor: the recorder has to see the one that waits. */
  static final class Queue {

    private Queue() {}

    static void stand(ExecutorService on, Set<Long> readers) throws Exception {
      Object monitor = new Object();
      CountDownLatch taken = new CountDownLatch(1);
      CompletableFuture<Thread> other = new CompletableFuture<>();
      var first =
          on.submit(
              () -> {
                synchronized (monitor) {
                  taken.countDown();
                  Thread waits = other.get();
                  while (waits.getState() != Thread.State.BLOCKED) {
                    Thread.yield();
                  }
                }
                return null;
              });
      var second =
          on.submit(
              () -> {
                readers.add(Thread.currentThread().getId());
                taken.await();
                other.complete(Thread.currentThread());
                enter(monitor);
                return null;
              });
      first.get();
      second.get();
    }

    private static void enter(Object monitor) {
      synchronized (monitor) {
        Thread.onSpinWait();
      }
    }
  }
}
