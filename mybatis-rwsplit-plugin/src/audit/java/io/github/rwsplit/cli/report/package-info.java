/** What audit lines add up to, the rules they are held against, and five ways to show it. */
@NullMarked
package io.github.rwsplit.cli.report;

import org.jspecify.annotations.NullMarked;
