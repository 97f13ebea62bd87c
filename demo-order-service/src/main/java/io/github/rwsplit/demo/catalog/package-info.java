/** What is on sale, read from replicas. */
@NullMarked
package io.github.rwsplit.demo.catalog;

import org.jspecify.annotations.NullMarked;
