/**
 * Builds the library from {@code rwsplit.*} in a Spring application, with or without Spring Boot.
 *
 * <p>What comes in: the Environment and the application's beans. What goes out: a {@link
 * io.github.rwsplit.RwSplitCluster} attached to the application's SqlSessionFactories, the advice
 * of {@link io.github.rwsplit.annotation.Consistency} on beans, the session keys of web requests,
 * and the store of sessions in the application's Redis. Types of Spring Boot appear only in the
 * auto-configuration and the failure analyzers, so that {@link
 * io.github.rwsplit.boot.EnableRwSplit} runs without Boot. Nobody uses this package.
 */
@NullMarked
package io.github.rwsplit.boot;

import org.jspecify.annotations.NullMarked;
