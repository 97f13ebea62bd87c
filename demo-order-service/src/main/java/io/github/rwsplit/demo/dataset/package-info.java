/** The data set that an empty schema is filled with. */
@NullMarked
package io.github.rwsplit.demo.dataset;

import org.jspecify.annotations.NullMarked;
