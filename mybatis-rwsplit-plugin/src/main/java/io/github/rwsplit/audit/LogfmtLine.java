package io.github.rwsplit.audit;

import org.jspecify.annotations.Nullable;

/** {@code key=value}; a value with anything but plain visible characters is quoted. */
final class LogfmtLine implements AuditLine {

  private final StringBuilder line = new StringBuilder(320);

  @Override
  public void text(String key, @Nullable String value) {
    if (value == null) {
      return;
    }
    key(key);
    if (plain(value)) {
      line.append(value);
    } else {
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
    return line.toString();
  }

  private void key(String key) {
    if (!line.isEmpty()) {
      line.append(' ');
    }
    line.append(key).append('=');
  }

  private static boolean plain(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c <= ' ' || c == '"' || c == '=' || c == '\\' || c >= 0x7f) {
        return false;
      }
    }
    return !value.isEmpty();
  }
}
