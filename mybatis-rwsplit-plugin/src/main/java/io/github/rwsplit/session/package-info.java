/**
 * Whose statement runs, and what that session has written.
 *
 * <p>In: the caller's context, the resolvers of session keys, and word of each commit. Out: whether
 * a replica might miss a write of the session. Keeps no thread and opens no connection; it may use
 * the small types of {@code route}.
 */
@NullMarked
package io.github.rwsplit.session;

import org.jspecify.annotations.NullMarked;
