package io.github.rwsplit.cli.log;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Shows on a terminal how far the reading is; shows nothing anywhere else. */
public final class Progress {

  private static final long EVERY_NANOS = 200_000_000;
  private static final int WIDTH = 30;

  private final PrintStream out;
  private final boolean shown;
  private final LongSupplier nanos;
  private long total;
  private long done;
  private long begun;
  private long last;

  /**
   * Makes one.
   *
   * @param out the terminal
   * @param shown whether it is one
   * @param nanos the time in nanoseconds
   */
  public Progress(PrintStream out, boolean shown, LongSupplier nanos) {
    this.out = out;
    this.shown = shown;
    this.nanos = nanos;
  }

  void begin(long bytes) {
    total = bytes;
    begun = nanos.getAsLong();
    last = begun;
  }

  void advance(long bytes) {
    done += bytes;
    if (shown) {
      long now = nanos.getAsLong();
      if (now - last >= EVERY_NANOS) {
        last = now;
        draw(now);
      }
    }
  }

  void end() {
    if (shown) {
      out.print("\r" + " ".repeat(WIDTH + 40) + "\r");
      out.flush();
    }
  }

  private void draw(long now) {
    double seconds = (now - begun) / 1e9;
    double perSecond = done / seconds;
    String speed = String.format(Locale.ROOT, "%,d MB, %.0f MB/s", done >> 20, perSecond / 1e6);
    if (total <= 0) {
      out.print("\r" + speed + " ");
    } else {
      int filled = (int) Math.min(WIDTH, WIDTH * done / total);
      out.printf(
          Locale.ROOT,
          "\r[%s%s] %3d %%  %s, %.0f s left  ",
          "#".repeat(filled),
          "-".repeat(WIDTH - filled),
          Math.min(100, 100 * done / total),
          speed,
          Math.max(0, total - done) / perSecond);
    }
    out.flush();
  }
}
