/** Input that is made to hurt: what makes it, what counts the steps it costs, and the targets. */
@NullMarked
package io.github.rwsplit.hostile;

import org.jspecify.annotations.NullMarked;
