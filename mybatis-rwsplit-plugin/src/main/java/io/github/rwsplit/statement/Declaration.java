package io.github.rwsplit.statement;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.annotation.OnEmpty;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a select declares it needs, wherever it said so: a mapper method or interface, mapper XML,
 * or {@code rwsplit.declarations}.
 *
 * @param level the level it needs
 * @param group the group of replicas that may serve it; null: the default group
 * @param maxLag the greatest lag it bears, narrowing the group's limit; null: the group's limit
 * @param sideEffectFree whether its procedure or stored functions were reviewed as reading only
 * @param onEmpty what an empty answer of a replica means
 */
public record Declaration(
    ConsistencyLevel level,
    @Nullable String group,
    @Nullable Duration maxLag,
    boolean sideEffectFree,
    OnEmpty onEmpty) {

  /**
   * A declaration of nothing but a level.
   *
   * @param level the level
   * @return the declaration
   */
  public static Declaration of(ConsistencyLevel level) {
    return new Declaration(level, null, null, false, OnEmpty.RETURN);
  }
}
