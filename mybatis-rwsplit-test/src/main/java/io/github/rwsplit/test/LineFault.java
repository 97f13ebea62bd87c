package io.github.rwsplit.test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * What is wrong with a {@link NetworkLine}.
 *
 * @param text a part of the requests whose answers are harmed
 */
record LineFault(Kind kind, Duration delay, String text) {

  enum Kind {
    NONE,
    SILENT,
    REFUSING,
    SLOW,
    TRUNCATING,
    LOSING_ONE
  }

  static final LineFault NONE = of(Kind.NONE, "");

  static LineFault of(Kind kind, String text) {
    return new LineFault(kind, Duration.ZERO, text);
  }

  static LineFault slow(Duration delay) {
    return new LineFault(Kind.SLOW, delay, "");
  }

  boolean is(Kind one) {
    return kind == one;
  }

  /** Whether the answer to this request does not arrive whole. */
  boolean harmsAnswerTo(byte[] request, int length) {
    return (kind == Kind.TRUNCATING || kind == Kind.LOSING_ONE)
        && new String(request, 0, length, StandardCharsets.ISO_8859_1).contains(text);
  }
}
