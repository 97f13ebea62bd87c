/** Audit logs read as a stream: files, compressed or not, lines, and what an audit line says. */
@NullMarked
package io.github.rwsplit.cli.log;

import org.jspecify.annotations.NullMarked;
