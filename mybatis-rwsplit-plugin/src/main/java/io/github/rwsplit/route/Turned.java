package io.github.rwsplit.route;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Who turned a switch, why, and for how long.
 *
 * @param who the person or the system; never blank
 * @param why the reason, such as the number of an incident; never blank
 * @param at when it was turned
 * @param until when it ends by itself; null: when somebody turns it back
 */
public record Turned(String who, String why, Instant at, @Nullable Instant until) {

  /**
   * Whether its time is over.
   *
   * @param now the present
   * @return false where it has no end
   */
  public boolean isOver(Instant now) {
    return until != null && !now.isBefore(until);
  }
}
