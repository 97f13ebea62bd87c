package io.github.rwsplit.test;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What is known of a server before it exists.
 *
 * @param environment what to add to its environment, asked at each start
 */
record NodePlan(
    String name, int serverId, List<String> options, Supplier<Map<String, String>> environment) {}
