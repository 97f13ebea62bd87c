package io.github.rwsplit.node;

import io.github.rwsplit.session.Needed;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request on its own, for where no statement stands behind it. */
record FixedRequest(
    String group,
    @Nullable Duration maxLag,
    Set<String> tried,
    @Nullable String sessionKey,
    @Nullable String queryKey,
    @Nullable Needed needed)
    implements ReplicaRequest {}
