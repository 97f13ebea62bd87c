/** Three ways to split reads from writes, on the same servers at the same time. */
@NullMarked
package io.github.rwsplit.demo.sidebyside;

import org.jspecify.annotations.NullMarked;
