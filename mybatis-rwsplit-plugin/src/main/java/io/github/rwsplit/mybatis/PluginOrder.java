package io.github.rwsplit.mybatis;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.InterceptorChain;
import org.apache.ibatis.session.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps INNER first and OUTER last in a Configuration's plugin chain, whatever is added later:
 * pagers add themselves after us, some while sessions are being opened already. MyBatis keeps its
 * plugins in a plain list and offers no order, so the list is replaced by one that does both.
 */
final class PluginOrder {

  private static final Logger log = LoggerFactory.getLogger(PluginOrder.class);

  private PluginOrder() {}

  /** Puts both into the chain; where the list cannot be replaced INNER alone has to do. */
  static void install(
      Configuration configuration, RoutingInterceptor.Inner inner, RoutingInterceptor.Outer outer) {
    try {
      Field chainField = Configuration.class.getDeclaredField("interceptorChain");
      chainField.setAccessible(true);
      InterceptorChain chain = (InterceptorChain) chainField.get(configuration);
      Field listField = InterceptorChain.class.getDeclaredField("interceptors");
      listField.setAccessible(true);
      listField.set(chain, new Kept(inner, configuration.getInterceptors(), outer));
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.warn(
          "The order of MyBatis' plugins cannot be kept ({}); count and page of a pager that is"
              + " added later may run on different nodes",
          e.toString());
      configuration.addInterceptor(inner);
      configuration.addInterceptor(outer);
    }
  }

  /** A list that adds before its last element. */
  private static final class Kept extends CopyOnWriteArrayList<Interceptor> {

    private static final long serialVersionUID = 1L;

    Kept(Interceptor first, List<Interceptor> between, Interceptor last) {
      super(ordered(first, between, last));
    }

    private static List<Interceptor> ordered(
        Interceptor first, List<Interceptor> between, Interceptor last) {
      List<Interceptor> all = new ArrayList<>(between.size() + 2);
      all.add(first);
      all.addAll(between);
      all.add(last);
      return all;
    }

    @Override
    public synchronized boolean add(Interceptor interceptor) {
      super.add(size() - 1, interceptor);
      return true;
    }

    @Override
    public synchronized boolean addAll(Collection<? extends Interceptor> interceptors) {
      return super.addAll(size() - 1, interceptors);
    }
  }
}
