/** What every feature answers with: pages and problems (RFC 9457). */
@NullMarked
package io.github.rwsplit.demo.web;

import org.jspecify.annotations.NullMarked;
