@NullMarked
package io.github.rwsplit.session;

import org.jspecify.annotations.NullMarked;
