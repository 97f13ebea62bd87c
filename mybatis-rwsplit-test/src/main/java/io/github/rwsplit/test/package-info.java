/** A real MySQL primary with replicas, and assertions about where a call ran. */
@NullMarked
package io.github.rwsplit.test;

import org.jspecify.annotations.NullMarked;
