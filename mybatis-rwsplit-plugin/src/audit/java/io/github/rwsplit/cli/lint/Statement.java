package io.github.rwsplit.cli.lint;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One statement with all that is known of it.
 *
 * @param id its id
 * @param command select, insert, update or delete
 * @param own what it declares itself, wherever; null: nothing
 * @param level the level it declares and that of everything it loads; empty: none
 * @param verdict what its SQL is
 * @param affectsData whether the select is declared to change data
 * @param nested the selects that its result maps load
 * @param place where it is written
 */
record Statement(
    String id,
    String command,
    @Nullable Words own,
    String level,
    Verdict verdict,
    boolean affectsData,
    List<String> nested,
    Place place) {

  boolean isSelect() {
    return command.equals("select");
  }

  Statement withLevel(String effective) {
    return new Statement(id, command, own, effective, verdict, affectsData, nested, place);
  }

  /** Whether nothing in its SQL keeps it on the primary always. */
  boolean mayLeave() {
    return isSelect() && !affectsData && (verdict.read() || !verdict.always());
  }
}
