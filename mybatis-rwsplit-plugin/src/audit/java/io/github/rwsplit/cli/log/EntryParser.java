package io.github.rwsplit.cli.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads one line of a log: logfmt or JSON, with whatever a logger's layout writes before it, or
 * inside the {@code message} of a log that is JSON itself. Not for use by several threads.
 */
public final class EntryParser {

  private static final Set<String> WRAPPERS = Set.of("message", "msg", "log", "textPayload");

  private final JsonFactory json = new JsonFactory();
  private final Fields fields = new Fields();
  private final StringBuilder text = new StringBuilder();

  /**
   * Reads a line.
   *
   * @param line the line, without its end
   * @return what it says; null: it is no audit line
   * @throws BrokenLineException if it begins like one and cannot be read
   */
  @Nullable Entry parse(String line) throws BrokenLineException {
    int first = 0;
    while (first < line.length() && line.charAt(first) <= ' ') {
      first++;
    }
    if (first < line.length() && line.charAt(first) == '{') {
      return parseObject(line, first);
    }
    int logfmt = startOfLogfmt(line);
    if (logfmt >= 0) {
      return parseLogfmt(line, logfmt);
    }
    int object = line.indexOf("{\"v\":");
    return object < 0 ? null : parseAuditObject(line, object);
  }

  /** Where {@code v=DIGITS ts=} begins; -1: nowhere. */
  private static int startOfLogfmt(String line) {
    for (int ts = line.indexOf(" ts="); ts >= 0; ts = line.indexOf(" ts=", ts + 1)) {
      int digit = ts - 1;
      while (digit >= 0 && line.charAt(digit) >= '0' && line.charAt(digit) <= '9') {
        digit--;
      }
      if (digit < ts - 1
          && digit >= 1
          && line.charAt(digit) == '='
          && line.charAt(digit - 1) == 'v'
          && (digit == 1 || !Character.isLetterOrDigit(line.charAt(digit - 2)))) {
        return digit - 1;
      }
    }
    return -1;
  }

  private Entry parseLogfmt(String line, int start) throws BrokenLineException {
    fields.clear();
    int at = start;
    while (at < line.length()) {
      int equals = line.indexOf('=', at);
      if (equals < 0 || !key(line, at, equals)) {
        if (line.substring(at).isBlank() || fields.has("outcome")) {
          break; // what a layout writes behind the message
        }
        throw new BrokenLineException("has something between its keys that is none");
      }
      String key = line.substring(at, equals);
      int end = equals + 1;
      if (end < line.length() && line.charAt(end) == '"') {
        end = unquote(line, end);
        fields.put(key, text.toString());
      } else {
        while (end < line.length() && line.charAt(end) > ' ') {
          end++;
        }
        fields.put(key, line.substring(equals + 1, end));
      }
      while (end < line.length() && line.charAt(end) <= ' ') {
        end++;
      }
      at = end;
    }
    return fields.entry(thread(line, start));
  }

  private static boolean key(String line, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = line.charAt(i);
      if ((c < 'a' || c > 'z') && c != '_') {
        return false;
      }
    }
    return from < to;
  }

  /** Reads a quoted text into {@link #text}; returns the place behind it. */
  private int unquote(String line, int open) throws BrokenLineException {
    text.setLength(0);
    int at = open + 1;
    while (at < line.length()) {
      char c = line.charAt(at++);
      if (c == '"') {
        return at;
      }
      if (c != '\\') {
        text.append(c);
      } else if (at < line.length()) {
        char escaped = line.charAt(at++);
        switch (escaped) {
          case 'n' -> text.append('\n');
          case 'r' -> text.append('\r');
          case 't' -> text.append('\t');
          case 'u' -> {
            text.append(hex(line, at));
            at += 4;
          }
          default -> text.append(escaped);
        }
      }
    }
    throw new BrokenLineException("ends inside quotes; it may be cut");
  }

  private static char hex(String line, int at) throws BrokenLineException {
    int code = 0;
    for (int i = at; i < at + 4; i++) {
      int digit = i < line.length() ? Character.digit(line.charAt(i), 16) : -1;
      if (digit < 0) {
        throw new BrokenLineException("has an escape that is none");
      }
      code = code * 16 + digit;
    }
    return (char) code;
  }

  /** What stands in the last brackets of a layout, most often the thread; null: nothing does. */
  private static @Nullable String thread(String line, int end) {
    int close = line.lastIndexOf(']', end);
    int open = close < 0 ? -1 : line.lastIndexOf('[', close);
    if (open < 0) {
      return null;
    }
    String thread = line.substring(open + 1, close).strip();
    return thread.isEmpty() || thread.length() > 200 ? null : thread;
  }

  /** A line that is an object: an audit line itself, or one of a logger around it. */
  private @Nullable Entry parseObject(String line, int start) throws BrokenLineException {
    if (line.startsWith("{\"v\":", start)) {
      return parseAuditObject(line, start);
    }
    if (!line.contains("\"decision\"") && !line.contains("v=") && !line.contains("\\\"v\\\":")) {
      return null;
    }
    String message = null;
    String thread = null;
    try (JsonParser parser = json.createParser(line.substring(start))) {
      fields.clear();
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        JsonToken value = parser.nextToken();
        if (value.isScalarValue()) {
          String content = parser.getText();
          fields.put(key, content);
          message = WRAPPERS.contains(key) ? content : message;
          thread = key.equals("thread_name") || key.equals("thread") ? content : thread;
        } else {
          parser.skipChildren();
        }
      }
    } catch (IOException notJson) {
      return null; // begins with a brace; whatever it is, it is no audit line
    }
    if (fields.has("v") && fields.has("decision") && fields.has("statement")) {
      return fields.entry(thread);
    }
    return message == null || message.stripLeading().startsWith("{\"message\"")
        ? null
        : withThread(parse(message), thread);
  }

  private static @Nullable Entry withThread(@Nullable Entry e, @Nullable String thread) {
    if (e == null || thread == null) {
      return e;
    }
    return new Entry(
        e.micros(),
        e.decision(),
        e.statement(),
        e.command(),
        e.level(),
        e.group(),
        e.reason(),
        e.target(),
        e.node(),
        e.server(),
        e.role(),
        e.lagMillis(),
        e.markerAgeMillis(),
        e.tx(),
        e.session(),
        e.attempt(),
        e.rows(),
        e.durationMicros(),
        e.outcome(),
        e.trace(),
        thread);
  }

  private Entry parseAuditObject(String line, int start) throws BrokenLineException {
    fields.clear();
    try (JsonParser parser = json.createParser(line.substring(start))) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        JsonToken value = parser.nextToken();
        if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
          fields.put(key, parser.getText());
        } else {
          parser.skipChildren();
        }
      }
    } catch (IOException e) {
      throw new BrokenLineException("is no JSON; it may be cut");
    }
    return fields.entry(thread(line, start));
  }
}
