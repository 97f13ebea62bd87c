/** The servers of a demo that is started without any, and how to try them. */
@NullMarked
package io.github.rwsplit.demo.servers;

import org.jspecify.annotations.NullMarked;
