package io.github.rwsplit.statement;

import java.util.List;

/**
 * The tokens of a text, read in one way.
 *
 * @param tokens all tokens, without an end mark
 * @param broken whether a string, a name or a comment stays open: no server runs such a text
 * @param versions how many different versions are asked for in comments that some 8.0 to 9.x
 *     servers run and others skip or read differently
 */
record SqlTokens(List<SqlToken> tokens, boolean broken, int versions) {}
