package io.github.rwsplit.session;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Collects what one piece of work writes and reads, beside any session: the position that a web
 * response or a message takes along. It may begin with what a token brought. Each cluster has a
 * part of its own, since one cluster's position says nothing in another.
 *
 * <p>Safe for use by many threads, since a snapshot takes it to others.
 */
public final class Carrying {

  private final @Nullable Carrying outer;
  private final Map<Sessions, Part> parts = new ConcurrentHashMap<>(2);

  private Carrying(@Nullable Carrying outer) {
    this.outer = outer;
  }

  /**
   * One cluster's part.
   *
   * @param marker what is known by now
   * @param arrived whether a token brought what was before
   * @param changes how often something was written or read since
   * @param key the session that the last statement belonged to; null before the first
   */
  private record Part(Marker marker, boolean arrived, int changes, @Nullable String key) {

    static final Part NONE = new Part(Marker.NONE, false, 0, null);
  }

  /**
   * Begins with nothing: what was before is not known.
   *
   * @return a new collector
   */
  public static Carrying empty() {
    return new Carrying(null);
  }

  /**
   * Begins inside of other work, which is told of everything too.
   *
   * @param outer the other work; null: none
   * @return a new collector
   */
  public static Carrying inside(@Nullable Carrying outer) {
    return new Carrying(outer);
  }

  /** A token brought this for one cluster; of several tokens the maximum holds. */
  void receive(Sessions cluster, Marker brought) {
    update(
        cluster,
        part -> {
          boolean first = part.equals(Part.NONE);
          Marker marker = first ? brought : part.marker.max(brought);
          return new Part(marker, true, part.changes, part.key);
        });
  }

  /** Whether a token brought what was before, so that it is known. */
  boolean arrived(Sessions cluster) {
    return part(cluster).arrived || (outer != null && outer.arrived(cluster));
  }

  /** How often it has written or read anything itself; only ever grows. */
  int changes(Sessions cluster) {
    return part(cluster).changes;
  }

  /** What is known by now. */
  Marker marker(Sessions cluster) {
    Marker own = part(cluster).marker;
    return outer == null ? own : own.max(outer.marker(cluster));
  }

  void change(Sessions cluster, UnaryOperator<Marker> by) {
    update(
        cluster, part -> new Part(by.apply(part.marker), part.arrived, part.changes + 1, part.key));
    if (outer != null) {
      outer.change(cluster, by);
    }
  }

  /** The session that the last statement belonged to; null before the first. */
  @Nullable String key(Sessions cluster) {
    return part(cluster).key;
  }

  void key(Sessions cluster, String key) {
    update(cluster, part -> new Part(part.marker, part.arrived, part.changes, key));
  }

  private void update(Sessions cluster, UnaryOperator<Part> by) {
    parts.compute(cluster, (c, part) -> by.apply(part == null ? Part.NONE : part));
  }

  private Part part(Sessions cluster) {
    Part part = parts.get(cluster);
    return part == null ? Part.NONE : part;
  }
}
