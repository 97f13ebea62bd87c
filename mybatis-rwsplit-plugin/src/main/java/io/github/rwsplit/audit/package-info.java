@NullMarked
package io.github.rwsplit.audit;

import org.jspecify.annotations.NullMarked;
