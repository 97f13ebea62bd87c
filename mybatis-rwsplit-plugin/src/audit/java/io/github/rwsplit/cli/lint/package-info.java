/** What mappers declare, read from files and byte code without loading a class. */
@NullMarked
package io.github.rwsplit.cli.lint;

import org.jspecify.annotations.NullMarked;
