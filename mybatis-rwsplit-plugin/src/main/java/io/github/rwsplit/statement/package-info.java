@NullMarked
package io.github.rwsplit.statement;

import org.jspecify.annotations.NullMarked;
