@NullMarked
package io.github.rwsplit.mybatis;

import org.jspecify.annotations.NullMarked;
