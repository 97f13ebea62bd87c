/**
 * Applications as they are in the wild, each with the few lines that adopt the library.
 *
 * <p>They keep their own DataSources, routers, factories, pagers and generated code.
 */
package io.github.rwsplit.samples;
