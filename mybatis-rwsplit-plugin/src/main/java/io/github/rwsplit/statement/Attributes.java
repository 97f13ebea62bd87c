package io.github.rwsplit.statement;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.annotation.OnEmpty;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The words of one declaration as they are written in XML or an annotation, not yet checked. */
record Attributes(
    @Nullable String consistency,
    @Nullable String group,
    @Nullable String maxLag,
    @Nullable String sideEffectFree,
    @Nullable String onEmpty) {

  /** Reads the attributes of an XML element; null if it has none of them. */
  static @Nullable Attributes of(org.xml.sax.Attributes xml, UnaryOperator<String> variables) {
    Attributes found =
        new Attributes(
            value(xml, "consistency", variables),
            value(xml, "group", variables),
            value(xml, "maxLag", variables),
            value(xml, "sideEffectFree", variables),
            value(xml, "onEmpty", variables));
    return found.equals(new Attributes(null, null, null, null, null)) ? null : found;
  }

  private static @Nullable String value(
      org.xml.sax.Attributes xml, String name, UnaryOperator<String> variables) {
    String value = xml.getValue(name);
    return value == null ? null : variables.apply(value);
  }

  /** Reads an annotation; null if there is none. */
  static @Nullable Attributes of(@Nullable Consistency annotation) {
    return annotation == null
        ? null
        : new Attributes(
            annotation.value().name(),
            annotation.group().isEmpty() ? null : annotation.group(),
            annotation.maxLag().isEmpty() ? null : annotation.maxLag(),
            String.valueOf(annotation.sideEffectFree()),
            annotation.onEmpty().name());
  }

  /** These words, and those of another declaration where this one is silent. */
  Attributes over(Attributes other) {
    return new Attributes(
        consistency != null ? consistency : other.consistency,
        group != null ? group : other.group,
        maxLag != null ? maxLag : other.maxLag,
        sideEffectFree != null ? sideEffectFree : other.sideEffectFree,
        onEmpty != null ? onEmpty : other.onEmpty);
  }

  /**
   * Checks the words.
   *
   * @param owner the statement or interface that says them
   * @param settings the known groups, and how fine a limit of lag may be
   * @param problems takes one sentence for each word that cannot be used
   * @return what is declared; null if a word cannot be used
   */
  @Nullable Declaration check(
      String owner, DeclarationSettings settings, Consumer<String> problems) {
    Set<String> groups = settings.groups();
    ConsistencyLevel level = null;
    if (consistency == null) {
      problems.accept(
          "consistency of " + owner + " must be set where another attribute is, but was not");
    } else {
      level = choice("consistency", owner, consistency, ConsistencyLevel.values(), problems);
    }
    OnEmpty whenEmpty =
        onEmpty == null
            ? OnEmpty.RETURN
            : choice("onEmpty", owner, onEmpty, OnEmpty.values(), problems);
    Boolean pure =
        sideEffectFree == null
            ? Boolean.FALSE
            : choice(
                "sideEffectFree",
                owner,
                sideEffectFree,
                new Boolean[] {Boolean.TRUE, Boolean.FALSE},
                problems);
    if (!knows(groups)) {
      problems.accept(unknownGroup("group of " + owner, groups, group));
    }
    Duration limit = null;
    if (maxLag != null) {
      try {
        limit = WrittenDuration.positive("maxLag of " + owner, maxLag);
        refuseTooFine(owner, limit, settings.leastMaxLag());
      } catch (IllegalArgumentException e) {
        problems.accept(String.valueOf(e.getMessage()));
        return null;
      }
    }
    if (level == null || whenEmpty == null || pure == null || !knows(groups)) {
      return null;
    }
    return new Declaration(level, group, limit, pure, whenEmpty);
  }

  private static void refuseTooFine(String owner, Duration maxLag, Duration least) {
    if (maxLag.compareTo(least) < 0) {
      throw new IllegalArgumentException(
          "maxLag of %s must be at least %s, which is four times rwsplit.lag.probe-interval, because lag is not seen any finer, but was %s"
              .formatted(owner, WrittenDuration.text(least), WrittenDuration.text(maxLag)));
    }
  }

  private boolean knows(Set<String> groups) {
    return group == null || groups.contains(group);
  }

  /** The sentence about a group that nobody configured. */
  static String unknownGroup(String what, Set<String> groups, @Nullable String group) {
    return what + " must be one of " + new TreeSet<>(groups) + ", but was '" + group + "'";
  }

  private static <T> @Nullable T choice(
      String name, String owner, String text, T[] choices, Consumer<String> problems) {
    for (T choice : choices) {
      if (choice.toString().equals(text)) {
        return choice;
      }
    }
    problems.accept(
        name
            + " of "
            + owner
            + " must be one of "
            + Arrays.toString(choices)
            + ", but was '"
            + text
            + "'");
    return null;
  }
}
