package io.github.rwsplit.demo.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.demo.web.Refusal;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

class ViewersTest {

  private final AtomicInteger made = new AtomicInteger();
  private final Viewers viewers = new Viewers(() -> "message " + made.incrementAndGet());
  private final CountDownLatch stuck = new CountDownLatch(1);

  @AfterEach
  void close() {
    stuck.countDown();
    viewers.close();
  }

  /** A browser that reads what it gets, one that never does, or one that has gone. */
  private final class Tab extends SseEmitter {
    private final boolean reads;
    private final boolean gone;
    private final AtomicInteger sent = new AtomicInteger();

    Tab(boolean reads, boolean gone) {
      this.reads = reads;
      this.gone = gone;
    }

    @Override
    public void send(SseEventBuilder builder) throws IOException {
      sent.incrementAndGet();
      if (gone) {
        throw new IOException("Broken pipe");
      }
      if (!reads) {
        try {
          stuck.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  @Test
  void tick_oneDoesNotRead_othersGetEveryMessageAndNothingPilesUp() {
    Tab slow = new Tab(false, false);
    Tab quick = new Tab(true, false);
    viewers.open(slow);
    viewers.open(quick);

    for (int i = 1; i <= 50; i++) {
      int wanted = i;
      viewers.tick();
      await().until(() -> quick.sent.get() >= wanted);
    }

    assertThat(slow.sent).hasValue(1);
  }

  @Test
  void tick_oneHasGone_isForgotten() {
    viewers.open(new Tab(true, true));

    viewers.tick();

    await().until(() -> viewers.count() == 0);
  }

  @Test
  void tick_nobodyLooks_makesNothing() {
    viewers.tick();

    assertThat(made).hasValue(0);
  }

  @Test
  void open_tooMany_isRefused() {
    for (int i = 0; i < Viewers.MOST; i++) {
      viewers.open(new Tab(true, false));
    }

    assertThatThrownBy(viewers::open).isInstanceOf(Refusal.class);
  }

  @Test
  void open_afterTheEnd_isRefused() {
    viewers.close();

    assertThatThrownBy(viewers::open).isInstanceOf(Refusal.class);
  }
}
