package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitConfigException;
import io.github.rwsplit.session.SessionKeyResolver;
import io.github.rwsplit.session.SessionSettings;
import io.github.rwsplit.session.SessionSettings.Anonymous;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Makes the resolver of {@code rwsplit.session.key}, with or without servlets on the class path.
 */
final class SessionKeys {

  private static final Logger LOG = LoggerFactory.getLogger("io.github.rwsplit");

  private SessionKeys() {}

  /** Empty where nothing is configured that could give a key. */
  static Optional<SessionKeyResolver> of(SessionSettings settings, ListableBeanFactory beans) {
    if (settings.keys().isEmpty() && settings.anonymous() == Anonymous.PRIMARY) {
      return Optional.empty();
    }
    SessionKeyResolver bean = () -> beans.getBean(SessionKeyResolver.class).currentKey();
    if (servletsArePresent()) {
      return Optional.of(new WebSessionKeys(settings, bean));
    }
    if (settings.keys().contains("bean")) {
      return Optional.of(bean);
    }
    LOG.warn(
        "rwsplit.session is configured for web requests, but there are no servlets on the class"
            + " path: only RwSplit.inSession and rwsplit.session.key=bean name sessions here");
    return Optional.empty();
  }

  /**
   * Checks that the bean is there which the configuration names, and says so where a bean is there
   * that the configuration does not name.
   */
  static void check(SessionSettings settings, ListableBeanFactory beans) {
    String[] resolvers = beans.getBeanNamesForType(SessionKeyResolver.class, true, false);
    boolean named = settings.keys().contains("bean");
    if (named && beans.getBeanProvider(SessionKeyResolver.class).getIfUnique() == null) {
      throw new RwSplitConfigException(
          List.of(
              "rwsplit.session.key has bean, which needs one bean of type SessionKeyResolver, but"
                  + " there are "
                  + Arrays.toString(resolvers)));
    }
    if (!named && resolvers.length > 0) {
      LOG.warn(
          "The SessionKeyResolver beans {} are not asked, since rwsplit.session.key does not have"
              + " the entry 'bean'",
          Arrays.toString(resolvers));
    }
  }

  private static boolean servletsArePresent() {
    ClassLoader loader = SessionKeys.class.getClassLoader();
    return ClassUtils.isPresent("jakarta.servlet.http.HttpServletRequest", loader)
        && ClassUtils.isPresent(
            "org.springframework.web.context.request.ServletRequestAttributes", loader);
  }
}
