@NullMarked
package io.github.rwsplit.boot.shop;

import org.jspecify.annotations.NullMarked;
