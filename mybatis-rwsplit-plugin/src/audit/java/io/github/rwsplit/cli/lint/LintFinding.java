package io.github.rwsplit.cli.lint;

/**
 * Something that is wrong with a declaration, or may be.
 *
 * @param rule the rule
 * @param severity how bad it is here
 * @param statement the statement's id, or what else it is about
 * @param message one sentence with the facts and the next step
 * @param place where
 */
record LintFinding(
    LintRule rule, LintRule.Severity severity, String statement, String message, Place place) {}
