@NullMarked
package io.github.rwsplit.boot.slice;

import org.jspecify.annotations.NullMarked;
