package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitConfigException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.event.SmartApplicationListener;

/**
 * Reloads the cluster when Spring Cloud says that properties have changed, as it does for Config
 * Server, Nacos, Apollo and whatever else refreshes the Environment. Known by its name, so that
 * nothing of Spring Cloud has to be there.
 *
 * <p>The keys of the event do not count: a property of ours may refer to any other one.
 */
final class EnvironmentChanges implements SmartApplicationListener {

  static final String EVENT =
      "org.springframework.cloud.context.environment.EnvironmentChangeEvent";

  private static final Logger LOG = LoggerFactory.getLogger("io.github.rwsplit");

  private final SqlSessionFactoryAttacher attacher;

  EnvironmentChanges(SqlSessionFactoryAttacher attacher) {
    this.attacher = attacher;
  }

  @Override
  public boolean supportsEventType(Class<? extends ApplicationEvent> type) {
    return type.getName().equals(EVENT);
  }

  @Override
  public void onApplicationEvent(ApplicationEvent event) {
    try {
      attacher.reload();
    } catch (RwSplitConfigException e) {
      // not thrown: the other listeners of the event have nothing to do with it
      LOG.error(
          "The configuration that has changed is refused as a whole, and everything stays as it was;"
              + " correct it and let it be read again. {}",
          e.getMessage());
    }
  }
}
