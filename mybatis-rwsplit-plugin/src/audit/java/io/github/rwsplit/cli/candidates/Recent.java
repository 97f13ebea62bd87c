package io.github.rwsplit.cli.candidates;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** A map of what was used last, that forgets what was not used for longest. */
final class Recent<V> extends LinkedHashMap<String, V> {

  private static final long serialVersionUID = 1;

  private final int limit;
  private final transient Consumer<V> forgotten;

  Recent(int limit, Consumer<V> forgotten) {
    super(1_024, 0.75f, true);
    this.limit = limit;
    this.forgotten = forgotten;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
    if (size() > limit) {
      forgotten.accept(eldest.getValue());
      return true;
    }
    return false;
  }
}
