package io.github.rwsplit.audit;

import org.jspecify.annotations.Nullable;

/** One JSON object (RFC 8259) on one line. */
final class JsonLine implements AuditLine {

  private final StringBuilder line = new StringBuilder(400).append('{');

  @Override
  public void text(String key, @Nullable String value) {
    if (value != null) {
      key(key);
      Escapes.quote(value, line);
    }
  }

  @Override
  public void number(String key, @Nullable Long value) {
    if (value != null) {
      key(key);
      line.append(value.longValue());
    }
  }

  @Override
  public String end() {
    return line.append('}').toString();
  }

  private void key(String key) {
    if (line.length() > 1) {
      line.append(',');
    }
    line.append('"').append(key).append("\":");
  }
}
