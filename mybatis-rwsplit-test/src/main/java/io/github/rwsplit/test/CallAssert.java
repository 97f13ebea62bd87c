package io.github.rwsplit.test;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Assertions about one call that was made; from {@link RwSplitAssertions}. Not thread-safe.
 *
 * @param <T> the type of the call's result
 */
public final class CallAssert<T> {

  /** What one server received during the call. */
  record OnNode(String name, NodeRole role, List<ReceivedStatement> statements) {}

  private final T result;
  private final List<OnNode> nodes;
  private final AuditCapture audit;

  CallAssert(T result, List<OnNode> nodes, AuditCapture audit) {
    this.result = result;
    this.nodes = nodes;
    this.audit = audit;
  }

  /**
   * Demands that the call ran at least one statement, and all of them on servers of this role.
   *
   * @param role as the servers were when the call began
   * @return this
   */
  public CallAssert<T> ranOn(NodeRole role) {
    return ranOnly("on a " + role, node -> node.role() == role);
  }

  /**
   * Demands that the call ran at least one statement, and all of them on this server.
   *
   * @param node its name, such as {@code replica-1}
   * @return this
   */
  public CallAssert<T> ranOn(String node) {
    known(node);
    return ranOnly("on " + node, candidate -> candidate.name().equals(node));
  }

  /**
   * Demands that all statements of the call ran on one server, whichever.
   *
   * @return this
   */
  public CallAssert<T> ranOnOneNode() {
    if (nodes.stream().filter(node -> !node.statements().isEmpty()).count() != 1) {
      throw failure("on exactly one server");
    }
    return this;
  }

  /**
   * Demands that no statement of the call ran on a server of this role.
   *
   * @param role as the servers were when the call began
   * @return this
   */
  public CallAssert<T> ranNothingOn(NodeRole role) {
    return ranNothing("nothing on a " + role, node -> node.role() == role);
  }

  /**
   * Demands that no statement of the call ran on this server.
   *
   * @param node its name, such as {@code replica-1}
   * @return this
   */
  public CallAssert<T> ranNothingOn(String node) {
    known(node);
    return ranNothing("nothing on " + node, candidate -> candidate.name().equals(node));
  }

  /**
   * Demands that no server received anything, as when a cache answers or the call is refused.
   *
   * @return this
   */
  public CallAssert<T> ranNowhere() {
    return ranNothing("nowhere", node -> true);
  }

  /**
   * Demands the reasons that the audit log gives: the lines of logger {@code rwsplit.audit} that
   * were written during the call, in order, a reason that repeats itself counted once.
   *
   * <p>Needs {@code rwsplit.audit.enabled=true} and Logback. Lines that are written by a thread of
   * their own are waited for.
   *
   * @param reasons constants whose names are compared; usually one of {@code RouteReason}
   * @return this
   */
  public CallAssert<T> because(Enum<?>... reasons) {
    List<String> wanted = Arrays.stream(reasons).map(Enum::name).toList();
    int executed = nodes.stream().mapToInt(node -> node.statements().size()).sum();
    List<AuditLine> lines = audit.await(Math.max(1, executed), wanted);
    List<String> found = AuditLine.reasons(lines);
    if (!found.equals(wanted)) {
      String said =
          lines.stream().map(AuditLine::text).collect(Collectors.joining("\n  ", "\n  ", ""));
      throw new AssertionError(
          "The call must have run because of %s, but the audit log says %s:%s%n%s"
              .formatted(
                  wanted,
                  found,
                  lines.isEmpty() ? " nothing. " + audit.whyEmpty() : said,
                  whatRan()));
    }
    return this;
  }

  /**
   * The result of the call.
   *
   * @return what it returned; for a failing call, the exception
   */
  public T returning() {
    return result;
  }

  /**
   * What the servers received during the call, without session noise.
   *
   * @param node the name of a server
   * @return in the order of receipt
   */
  public List<ReceivedStatement> statementsOn(String node) {
    known(node);
    return nodes.stream()
        .filter(candidate -> candidate.name().equals(node))
        .flatMap(candidate -> candidate.statements().stream())
        .toList();
  }

  private CallAssert<T> ranOnly(String where, Predicate<OnNode> wanted) {
    boolean somewhere = nodes.stream().anyMatch(wanted.and(node -> !node.statements().isEmpty()));
    boolean elsewhere =
        nodes.stream().anyMatch(wanted.negate().and(node -> !node.statements().isEmpty()));
    if (!somewhere || elsewhere) {
      throw failure(where);
    }
    return this;
  }

  private CallAssert<T> ranNothing(String what, Predicate<OnNode> unwanted) {
    if (nodes.stream().anyMatch(unwanted.and(node -> !node.statements().isEmpty()))) {
      throw failure(what);
    }
    return this;
  }

  private void known(String name) {
    if (nodes.stream().noneMatch(node -> node.name().equals(name))) {
      throw new IllegalArgumentException(
          "node must be one of %s, but was %s"
              .formatted(nodes.stream().map(OnNode::name).toList(), name));
    }
  }

  private AssertionError failure(String where) {
    return new AssertionError("The call must have run %s. %s".formatted(where, whatRan()));
  }

  String whatRan() {
    return nodes.stream()
        .flatMap(
            node ->
                node.statements().stream()
                    .map(s -> node.name() + " (" + node.role() + "): " + s.text()))
        .collect(
            Collectors.collectingAndThen(
                Collectors.joining("\n  "),
                all ->
                    all.isEmpty()
                        ? "No server received any statement."
                        : "The servers received:\n  " + all));
  }
}
