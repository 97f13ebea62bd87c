@NullMarked
package io.github.rwsplit.node;

import org.jspecify.annotations.NullMarked;
