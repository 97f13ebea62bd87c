package io.github.rwsplit.cli.log;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a stream into lines without ever holding more than one, and of a line no more than {@link
 * #LONGEST} bytes: a file without line ends must not fill the memory.
 */
final class LineReader {

  static final int LONGEST = 1 << 20;

  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private byte[] line = new byte[1 << 12];
  private int at;
  private int end;
  private boolean cut;

  LineReader(InputStream in) {
    this.in = in;
  }

  /** The next line without its end; null: there is none. */
  @Nullable String next() throws IOException {
    int length = 0;
    boolean any = false;
    cut = false;
    while (true) {
      if (at == end) {
        at = 0;
        end = Math.max(0, in.read(buffer));
        if (end == 0) {
          return any ? text(length) : null;
        }
      }
      any = true;
      int newline = at;
      while (newline < end && buffer[newline] != '\n') {
        newline++;
      }
      int take = Math.min(newline - at, LONGEST - length);
      cut |= take < newline - at;
      if (length + take > line.length) {
        line = Arrays.copyOf(line, Math.min(LONGEST, Math.max(2 * line.length, length + take)));
      }
      System.arraycopy(buffer, at, line, length, take);
      length += take;
      at = newline;
      if (newline < end) {
        at++;
        return text(length);
      }
    }
  }

  /** Whether the last line was longer than what was kept of it. */
  boolean cut() {
    return cut;
  }

  private String text(int length) {
    int end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
    return new String(line, 0, end, StandardCharsets.UTF_8);
  }
}
