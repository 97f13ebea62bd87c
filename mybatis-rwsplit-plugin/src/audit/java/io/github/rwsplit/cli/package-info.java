/**
 * The command line: {@code java -jar mybatis-rwsplit-plugin-VERSION-audit.jar}.
 *
 * <p>It reads audit logs and mappers of applications, and never runs inside one. Its classes are
 * compiled with the library, whose recognizer of SQL they use, and are packed into an executable
 * jar of their own: the library's jar has none of them and needs none of their libraries.
 */
@NullMarked
package io.github.rwsplit.cli;

import org.jspecify.annotations.NullMarked;
