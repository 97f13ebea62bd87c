package io.github.rwsplit.cli.report;

import io.github.rwsplit.cli.log.Place;
import org.jspecify.annotations.Nullable;

/**
 * Something that a rule found.
 *
 * @param rule the rule
 * @param statement the statement's id; null: it is about nodes
 * @param detail the facts, such as the nodes
 * @param count how many lines
 * @param first the first of them; null: it is about sums
 */
record Finding(
    Rule rule, @Nullable String statement, String detail, long count, @Nullable Place first) {}
