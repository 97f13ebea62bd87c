package io.github.rwsplit.cli.lint;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.statement.WrittenDuration;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The words of one declaration as they are written; a word that is not there is null.
 *
 * @param place where they are written
 */
record Words(
    @Nullable String consistency,
    @Nullable String group,
    @Nullable String maxLag,
    @Nullable String sideEffectFree,
    @Nullable String onEmpty,
    Place place) {

  /** Reads them out of attributes; null if there are none. */
  static @Nullable Words of(Map<String, String> attributes, Place place) {
    Words words =
        new Words(
            attributes.get("consistency"),
            attributes.get("group"),
            attributes.get("maxLag"),
            attributes.get("sideEffectFree"),
            attributes.get("onEmpty"),
            place);
    return words.equals(new Words(null, null, null, null, null, place)) ? null : words;
  }

  /** These, and those of another declaration where this one is silent. */
  Words over(Words other) {
    return new Words(
        consistency != null ? consistency : other.consistency,
        group != null ? group : other.group,
        maxLag != null ? maxLag : other.maxLag,
        sideEffectFree != null ? sideEffectFree : other.sideEffectFree,
        onEmpty != null ? onEmpty : other.onEmpty,
        place);
  }

  /** The level; null where it is missing or none. */
  @Nullable ConsistencyLevel level() {
    for (ConsistencyLevel level : ConsistencyLevel.values()) {
      if (level.name().equals(consistency)) {
        return level;
      }
    }
    return null;
  }

  boolean reviewed() {
    return "true".equals(sideEffectFree);
  }

  /** Whether both mean the same. */
  boolean agreesWith(Words other) {
    return text().equals(other.text());
  }

  /** What they mean, in one form. */
  String text() {
    StringBuilder text = new StringBuilder(String.valueOf(consistency));
    if (group != null) {
      text.append(" group=").append(group);
    }
    if (maxLag != null) {
      text.append(" maxLag=")
          .append(WrittenDuration.parse(maxLag).map(WrittenDuration::text).orElse(maxLag));
    }
    if (reviewed()) {
      text.append(" sideEffectFree=true");
    }
    return text.append("PRIMARY".equals(onEmpty) ? " onEmpty=PRIMARY" : "").toString();
  }

  /** Tells what the application would refuse at its start. */
  void check(String owner, Set<String> groups, Consumer<String> problems) {
    if (consistency == null) {
      problems.accept("consistency must be set where another attribute is, but was not: " + owner);
    } else if (level() == null) {
      problems.accept(
          "consistency of "
              + owner
              + " must be STRONG, SESSION or EVENTUAL, but was '"
              + consistency
              + "'");
    }
    if (maxLag != null) {
      try {
        WrittenDuration.positive("maxLag of " + owner, maxLag);
      } catch (IllegalArgumentException e) {
        problems.accept(String.valueOf(e.getMessage()));
      }
    }
    if (group != null && !groups.isEmpty() && !groups.contains(group)) {
      problems.accept(
          "group of " + owner + " must be one of " + groups + ", but was '" + group + "'");
    }
    if (onEmpty != null && !Set.of("RETURN", "PRIMARY").contains(onEmpty)) {
      problems.accept(
          "onEmpty of " + owner + " must be RETURN or PRIMARY, but was '" + onEmpty + "'");
    }
    if (sideEffectFree != null && !Set.of("true", "false").contains(sideEffectFree)) {
      problems.accept(
          "sideEffectFree of "
              + owner
              + " must be true or false, but was '"
              + sideEffectFree
              + "'");
    }
  }
}
