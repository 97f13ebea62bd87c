package io.github.rwsplit.mybatis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.reflection.MetaObject;
import org.apache.ibatis.reflection.SystemMetaObject;
import org.apache.ibatis.session.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the plugins of others in the same chain, once all have been added: two that route cannot
 * both be right, and the order of all is worth a line.
 */
final class ForeignPlugins {

  private static final Logger log = LoggerFactory.getLogger(ForeignPlugins.class);

  /** Plugins that choose a DataSource by the tag of a statement, and what to do about them. */
  private static final Map<String, String> ROUTERS =
      Map.of(
          "com.baomidou.dynamic.datasource.plugin.MasterSlaveAutoRoutingPlugin",
          "remove the bean or the plugin element that adds it; @DS and @DSTransactional stay as"
              + " they are");

  private ForeignPlugins() {}

  /**
   * Refuses a second router in the chain.
   *
   * @throws IllegalStateException naming it, and what to do
   */
  static void refuseRouters(Configuration configuration) {
    List<String> found = new ArrayList<>();
    for (Interceptor interceptor : configuration.getInterceptors()) {
      for (Class<?> type = interceptor.getClass(); type != null; type = type.getSuperclass()) {
        String advice = ROUTERS.get(type.getName());
        if (advice != null) {
          found.add(type.getName() + " (" + advice + ")");
        }
      }
    }
    if (!found.isEmpty()) {
      throw new IllegalStateException(
          "Only one plugin may choose where statements run, but MyBatis has also "
              + String.join(", ", found));
    }
  }

  /** PageHelper counts in another thread then, where nothing of the call is known. */
  static void warnAboutAsyncCount(Configuration configuration) {
    for (Interceptor interceptor : configuration.getInterceptors()) {
      if (interceptor.getClass().getName().equals("com.github.pagehelper.PageInterceptor")) {
        MetaObject pager = SystemMetaObject.forObject(interceptor);
        boolean async =
            pager.getValue("dialect") != null
                && pager.hasGetter("dialect.pageParams.asyncCount")
                && Boolean.TRUE.equals(pager.getValue("dialect.pageParams.asyncCount"));
        if (async) {
          log.warn(
              "PageHelper's asyncCount is on: it counts on the primary, in another thread, while the"
                  + " page may come from a replica; set asyncCount to false to have both from one"
                  + " node");
        }
      }
    }
  }

  /** Only where there are others: their place is what may surprise. */
  static void logOrder(Configuration configuration) {
    List<Interceptor> all = configuration.getInterceptors();
    boolean others = all.stream().anyMatch(one -> !(one instanceof RoutingInterceptor));
    if (others && log.isInfoEnabled()) {
      log.info(
          "MyBatis' plugins from the inside: {}",
          all.stream().map(ForeignPlugins::shown).collect(Collectors.joining(", ")));
    }
  }

  private static String shown(Interceptor interceptor) {
    return interceptor instanceof RoutingInterceptor
        ? "rwsplit " + interceptor.getClass().getSimpleName()
        : interceptor.getClass().getName();
  }
}
