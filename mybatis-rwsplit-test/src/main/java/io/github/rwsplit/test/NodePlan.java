package io.github.rwsplit.test;

import java.util.List;

/** What is known of a server before it exists. */
record NodePlan(String name, int serverId, List<String> options) {}
