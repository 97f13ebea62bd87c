/** Sales figures, read from the replica kept for reports. */
@NullMarked
package io.github.rwsplit.demo.report;

import org.jspecify.annotations.NullMarked;
