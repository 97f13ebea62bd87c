package io.github.rwsplit.node;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a read asks of the replica that is to serve it.
 *
 * @param group the group whose replicas may serve it
 * @param maxLag the oldest data it accepts; null: the limit of the group. Lag is not measured yet,
 *     so this does not narrow the choice
 * @param tried names of the nodes that already failed it
 * @param sessionKey the session it belongs to, for {@code hash-session}; null outside any
 * @param queryKey what stands for the query and its parameters, for {@code hash-query}; null where
 *     nobody worked it out
 */
public record ReplicaRequest(
    String group,
    @Nullable Duration maxLag,
    Set<String> tried,
    @Nullable String sessionKey,
    @Nullable String queryKey) {}
