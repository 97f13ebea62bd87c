package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitConfig;
import io.github.rwsplit.RwSplitConfigException;
import io.github.rwsplit.route.RouteSettings;
import io.github.rwsplit.session.SessionKeyResolver;
import io.github.rwsplit.session.SessionSettings;
import io.github.rwsplit.session.SessionSettings.Anonymous;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.util.ClassUtils;

/**
 * Makes the resolver of {@code rwsplit.session.key} and the filter of web requests, with or without
 * servlets on the class path.
 */
final class SessionKeys {

  private static final Logger LOG = LoggerFactory.getLogger("io.github.rwsplit");

  private SessionKeys() {}

  /** Empty where nothing is configured that could give a key. */
  static Optional<SessionKeyResolver> of(SessionSettings settings, ListableBeanFactory beans) {
    if (settings.keys().isEmpty() && settings.anonymous() == Anonymous.PRIMARY) {
      return Optional.empty();
    }
    SessionKeyResolver bean = bean(beans);
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

  private static SessionKeyResolver bean(ListableBeanFactory beans) {
    return () -> beans.getBean(SessionKeyResolver.class).currentKey();
  }

  /**
   * Adds the filter of web requests as a bean, where there are servlets and sessions are told apart
   * or positions travel.
   */
  static void registerFilter(SessionSettings settings, ConfigurableListableBeanFactory beans) {
    boolean wanted =
        !settings.keys().isEmpty()
            || settings.anonymous() == Anonymous.REQUEST
            || settings.token().enabled();
    if (wanted && servletsArePresent() && beans instanceof BeanDefinitionRegistry registry) {
      registry.registerBeanDefinition(
          SessionFilter.BEAN,
          new RootBeanDefinition(
              SessionFilter.class,
              () -> new SessionFilter(settings, new WebSessionKeys(settings, bean(beans)), beans)));
    }
  }

  /**
   * Says at the start what is missing for SESSION reads to go to a replica, and to be right on more
   * than one instance.
   *
   * @param selects how many selects run as SESSION
   */
  static void warn(RwSplitConfig config, int selects) {
    if (config.route().mode() == RouteSettings.Mode.OFF) {
      return;
    }
    SessionSettings settings = config.session();
    boolean keys = !settings.keys().isEmpty() || settings.anonymous() == Anonymous.REQUEST;
    boolean token = settings.token().enabled();
    if (selects > 0 && !keys && !token) {
      LOG.warn(
          "{} selects are declared SESSION, but nothing tells whose session it is: outside of"
              + " RwSplit.inSession they all read the primary, NO_SESSION_CONTEXT. Set"
              + " rwsplit.session.key, or rwsplit.session.token.enabled",
          selects);
    }
    boolean shared = settings.store() == SessionSettings.Store.REDIS;
    if (config.instances() > 1 && !token && !shared && (keys || selects > 0)) {
      LOG.warn(
          "rwsplit.instances is {}, but an instance knows only what was written through itself: a"
              + " SESSION read on another one may miss a write. Set rwsplit.session.token.enabled, or"
              + " rwsplit.session.store to redis, or send each session to one instance",
          config.instances());
    }
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
            "org.springframework.web.context.request.ServletRequestAttributes", loader)
        && ClassUtils.isPresent("org.springframework.web.filter.OncePerRequestFilter", loader);
  }
}
