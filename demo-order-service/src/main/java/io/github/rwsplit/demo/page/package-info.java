/**
 * The page at {@code /}: what the library decides, live. Where the demo has servers of its own, it
 * also turns switches and makes faults.
 */
@NullMarked
package io.github.rwsplit.demo.page;

import org.jspecify.annotations.NullMarked;
