@NullMarked
package io.github.rwsplit.boot;

import org.jspecify.annotations.NullMarked;
