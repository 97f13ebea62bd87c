/** What an application calls: the entrance to mybatis-rwsplit. */
@NullMarked
package io.github.rwsplit;

import org.jspecify.annotations.NullMarked;
