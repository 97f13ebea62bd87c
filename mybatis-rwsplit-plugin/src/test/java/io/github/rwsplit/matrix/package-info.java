/**
 * Every way in which a select can be written, declared, scoped, paged and preceded, crossed with
 * every other: the expected node comes from a small written model of the contract, the real one
 * from the rows that the server itself gave.
 */
package io.github.rwsplit.matrix;
