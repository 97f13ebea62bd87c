package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitConfig;
import io.github.rwsplit.session.CallContext;
import io.github.rwsplit.session.Carrying;
import io.github.rwsplit.session.Servers;
import io.github.rwsplit.session.Sessions;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** The filter of an application that has a cluster, and what its statements would tell. */
final class WebRequests implements AutoCloseable {

  private final RwSplitCluster cluster;
  private final SessionFilter filter;

  private WebRequests(RwSplitConfig config) {
    WebSessionKeys keys = new WebSessionKeys(config.session(), () -> null);
    cluster =
        RwSplitCluster.builder(AttachmentTest.database("web"))
            .config(config)
            .sessionKeys(keys)
            .build();
    DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
    beans.registerSingleton("rwSplitCluster", cluster);
    filter = new SessionFilter(config.session(), keys, beans);
  }

  static WebRequests with(String... properties) {
    Map<String, String> all = new HashMap<>();
    all.put("replicas.r1.url", "jdbc:h2:mem:replica");
    for (int i = 0; i < properties.length; i += 2) {
      all.put(properties[i], properties[i + 1]);
    }
    return new WebRequests(RwSplitConfig.read(all));
  }

  static WebRequests withTokens() {
    return with(
        "session.token.enabled", "true", "session.token.secrets", "the secret of the tests");
  }

  SessionFilter filter() {
    return filter;
  }

  Sessions sessions() {
    return cluster.sessions();
  }

  /** As a statement of this thread would. */
  void write() {
    Sessions sessions = sessions();
    sessions.wrote(Objects.requireNonNull(sessions.currentWriter()), sessions.now());
  }

  /** As a SESSION read of this thread on the primary would. */
  void read() {
    Sessions sessions = sessions();
    sessions.read(
        Objects.requireNonNull(sessions.currentWriter()), Servers.NONE, sessions.now(), null);
  }

  /** How long ago who comes with a token or a key wrote; null: never. */
  @Nullable Long age(String key, String... tokens) {
    Carrying carrying = Carrying.empty();
    for (String token : tokens) {
      sessions().tokens().receive(token, carrying);
    }
    CallContext before = new CallContext(null, key, carrying).enter();
    try {
      return sessions().look(null).markerAgeMillis();
    } finally {
      before.enter();
    }
  }

  @Override
  public void close() {
    cluster.close();
  }
}
