package io.github.rwsplit.hostile;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts what {@link SteppingClassLoader} lets classes tell: each jump and each call is a step, and
 * so is each character that a search in a text or a copy of it passes. Unlike time, the same every
 * time.
 */
public final class Steps {

  private static final AtomicLong COUNT = new AtomicLong();

  private Steps() {}

  /** How many there have been. */
  static long count() {
    return COUNT.get();
  }

  /** One more. Called by what was loaded so. */
  public static void step() {
    COUNT.incrementAndGet();
  }

  private static int passed(String text, int from, int found) {
    int start = Math.min(Math.max(from, 0), text.length());
    COUNT.addAndGet(found < 0 ? text.length() - start : Math.abs(found - start));
    return found;
  }

  /** In place of the method of String; so are the others. */
  public static int indexOf(String text, String wanted) {
    return passed(text, 0, text.indexOf(wanted));
  }

  public static int indexOf(String text, String wanted, int from) {
    return passed(text, from, text.indexOf(wanted, from));
  }

  public static int indexOf(String text, int wanted) {
    return passed(text, 0, text.indexOf(wanted));
  }

  public static int indexOf(String text, int wanted, int from) {
    return passed(text, from, text.indexOf(wanted, from));
  }

  public static int lastIndexOf(String text, int wanted) {
    return passed(text, text.length(), text.lastIndexOf(wanted));
  }

  public static boolean contains(String text, CharSequence wanted) {
    return passed(text, 0, text.indexOf(wanted.toString())) >= 0;
  }

  public static String substring(String text, int from) {
    return copied(text.substring(from));
  }

  public static String substring(String text, int from, int to) {
    return copied(text.substring(from, to));
  }

  public static String strip(String text) {
    return copied(text.strip());
  }

  public static String trim(String text) {
    return copied(text.trim());
  }

  public static boolean isBlank(String text) {
    COUNT.addAndGet(text.length());
    return text.isBlank();
  }

  private static String copied(String text) {
    COUNT.addAndGet(text.length());
    return text;
  }
}
