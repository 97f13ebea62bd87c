package io.github.rwsplit.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares what a read needs to see, and thereby which servers may answer it.
 *
 * <h2>On a mapper method or a mapper interface</h2>
 *
 * <pre>{@code
 * @Consistency(ConsistencyLevel.SESSION)                  // the default of this interface's selects
 * interface OrderMapper {
 *
 *   @Consistency(ConsistencyLevel.STRONG)                 // money: the primary
 *   Order findForPayment(long id);
 *
 *   String status(long id);                               // SESSION, from the interface
 *
 *   @Consistency(value = ConsistencyLevel.EVENTUAL, group = "reporting", maxLag = "30s")
 *   List<Sales> salesByDay(LocalDate from, LocalDate to); // a replica of the group "reporting"
 * }
 * }</pre>
 *
 * <p>A method's annotation is taken whole in place of its interface's. The same can be written in
 * mapper XML ({@code <select consistency="EVENTUAL">}); a statement that has both must say the same
 * in both, or the start fails. The annotation has no place on an insert, update or delete, which
 * always go to the primary: there the start fails too.
 *
 * <h2>On a method or class of a Spring bean, or a mapper's default method</h2>
 *
 * <p>Only {@link #value()} counts here. It is the level of the <em>undeclared</em> selects that run
 * inside the call on its thread. A declared select takes the stricter of both, so
 * {@code @Consistency(STRONG)} on a service means "read the primary in here". Nested calls: the
 * stricter.
 *
 * <h2>What it never does</h2>
 *
 * <p>It never weakens anything. Writes, locking reads, everything in a transaction and all SQL that
 * is not known to be a pure read go to the primary whatever is declared. Nothing is ever derived
 * from the name of a method or a statement.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Consistency {

  /**
   * The level that the read needs.
   *
   * @return the level
   */
  ConsistencyLevel value();

  /**
   * The group of replicas that may serve the read, for instance one that is kept for reports.
   *
   * @return a name under {@code rwsplit.groups}; empty: {@code rwsplit.default-group}
   */
  String group() default "";

  /**
   * The greatest lag at which a replica may serve the read. It narrows the limit of the group and
   * never widens it.
   *
   * @return a positive duration with its unit, such as {@code 500ms}, {@code 30s} or {@code 5m};
   *     empty: the limit of the group
   */
  String maxLag() default "";

  /**
   * Says that somebody has reviewed the procedure or the stored functions which this statement
   * calls, and that they only read. Without it a {@code CALL} and a select that uses a function
   * which is not one of MySQL's own go to the primary.
   *
   * @return true where the routine was reviewed
   */
  boolean sideEffectFree() default false;

  /**
   * What to do when a replica finds nothing.
   *
   * @return {@link OnEmpty#RETURN} unless set
   */
  OnEmpty onEmpty() default OnEmpty.RETURN;
}
