/** What stands around the library in an application: each neighbour in a class of its own. */
@NullMarked
package io.github.rwsplit.around;

import org.jspecify.annotations.NullMarked;
