/**
 * What an application calls, and the assembly of all that follows.
 *
 * <p>{@link io.github.rwsplit.RwSplit} says from code what statements need, {@link
 * io.github.rwsplit.RwSplitXml} lets mapper files carry the attributes, {@link
 * io.github.rwsplit.RwSplitConfig} is everything under {@code rwsplit}, and {@link
 * io.github.rwsplit.RwSplitCluster} is one primary with its replicas.
 *
 * <p>Read the packages in the order in which a statement passes them: {@code mybatis}, {@code
 * statement}, {@code route}, {@code session}, {@code node}, {@code connection}, {@code audit};
 * {@code boot} builds them in a Spring application.
 */
@NullMarked
package io.github.rwsplit;

import org.jspecify.annotations.NullMarked;
