@NullMarked
package io.github.rwsplit.route;

import org.jspecify.annotations.NullMarked;
