package io.github.rwsplit.statement;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a mapped statement before its SQL is seen; made once per statement.
 *
 * @param id the mapped statement's id; of a pager's copy the copy's own id
 * @param registeredId the id of the registered statement that it is a copy of, or its own
 * @param role what the statement is by its tag
 * @param affectsData whether it is a select with {@code affectData="true"}
 * @param declaration what the select declares, already made the strictest of itself and of all
 *     selects that its result maps load; null: nothing is declared
 */
public record StatementProfile(
    String id,
    String registeredId,
    Role role,
    boolean affectsData,
    @Nullable Declaration declaration) {

  /**
   * A registered statement.
   *
   * @param id its id
   * @param role what it is by its tag
   * @param affectsData whether it is a select with {@code affectData="true"}
   * @param declaration what it declares; null: nothing
   */
  public StatementProfile(
      String id, Role role, boolean affectsData, @Nullable Declaration declaration) {
    this(id, id, role, affectsData, declaration);
  }

  /**
   * The same with another declaration.
   *
   * @param other what it is to declare
   * @return the profile
   */
  public StatementProfile declaring(Declaration other) {
    return new StatementProfile(id, registeredId, role, affectsData, other);
  }

  /** What a statement is by its tag. */
  public enum Role {
    /** A select, whatever its SQL turns out to be. */
    SELECT,
    /** An insert, update, delete, or a flush. */
    WRITE,
    /** The key query of an insert or update; it belongs to that write. */
    SELECT_KEY
  }
}
