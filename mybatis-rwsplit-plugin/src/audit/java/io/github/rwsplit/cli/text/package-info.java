/** How texts of unknown origin are shown so that they can do no harm, and aligned tables. */
@NullMarked
package io.github.rwsplit.cli.text;

import org.jspecify.annotations.NullMarked;
