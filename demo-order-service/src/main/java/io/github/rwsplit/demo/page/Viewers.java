package io.github.rwsplit.demo.page;

import io.github.rwsplit.demo.web.Refusal;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * The browsers that look at the page. Each gets one message a second from a thread that only it can
 * keep waiting; one that is still busy with the last message misses this one.
 */
final class Viewers implements AutoCloseable {

  /** A tab each; each that does not read costs a thread until the web server gives it up. */
  static final int MOST = 16;

  private static final Logger log = LoggerFactory.getLogger(Viewers.class);

  /** One browser tab. */
  private static final class Viewer {
    final SseEmitter emitter;
    final AtomicBoolean busy = new AtomicBoolean();

    Viewer(SseEmitter emitter) {
      this.emitter = emitter;
    }
  }

  private final Supplier<String> messages;
  private final List<Viewer> viewers = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(daemon("page-clock"));
  private final ExecutorService senders = Executors.newFixedThreadPool(MOST, daemon("page-sender"));
  private volatile boolean closed;

  /**
   * Begins; nothing is made while nobody looks.
   *
   * @param messages makes the message of this moment
   */
  Viewers(Supplier<String> messages) {
    this.messages = messages;
    var unused = clock.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
  }

  private static ThreadFactory daemon(String name) {
    return work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /**
   * Lets one more look.
   *
   * @return what its messages go to
   * @throws Refusal 409 where there are too many, or the service ends
   */
  SseEmitter open() {
    SseEmitter endless = new SseEmitter(0L);
    open(endless);
    return endless;
  }

  synchronized void open(SseEmitter emitter) {
    if (closed || viewers.size() >= MOST) {
      throw Refusal.conflict(
          "viewers", "At most %d pages can be open at once. Close one.".formatted(MOST));
    }
    Viewer viewer = new Viewer(emitter);
    emitter.onCompletion(() -> viewers.remove(viewer));
    emitter.onError(failure -> viewers.remove(viewer));
    viewers.add(viewer);
  }

  int count() {
    return viewers.size();
  }

  void tick() {
    if (viewers.isEmpty()) {
      return;
    }
    try {
      String message = messages.get();
      for (Viewer viewer : viewers) {
        if (viewer.busy.compareAndSet(false, true)) {
          senders.execute(() -> send(viewer, message));
        }
      }
    } catch (RuntimeException e) {
      // a scheduled task that throws is not run again
      log.error("The page could not be told what there is to see", e);
    }
  }

  private void send(Viewer viewer, String message) {
    try {
      viewer.emitter.send(SseEmitter.event().data(message));
    } catch (IOException | IllegalStateException e) {
      // it has gone: the web server tells the emitter by itself
      log.debug("A page was closed", e);
      viewers.remove(viewer);
    } finally {
      viewer.busy.set(false);
    }
  }

  /** Ends all streams, so that the web server does not wait for them. */
  @Override
  public synchronized void close() {
    closed = true;
    clock.shutdownNow();
    for (Viewer viewer : viewers) {
      // a busy one holds its lock while it sends, and is left to the web server
      if (viewer.busy.compareAndSet(false, true)) {
        viewer.emitter.complete();
      }
    }
    senders.shutdown();
  }
}
