/** Which undeclared selects could leave the primary, from the log of an observed application. */
@NullMarked
package io.github.rwsplit.cli.candidates;

import org.jspecify.annotations.NullMarked;
