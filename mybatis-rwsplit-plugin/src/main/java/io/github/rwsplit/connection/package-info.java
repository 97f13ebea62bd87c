@NullMarked
package io.github.rwsplit.connection;

import org.jspecify.annotations.NullMarked;
