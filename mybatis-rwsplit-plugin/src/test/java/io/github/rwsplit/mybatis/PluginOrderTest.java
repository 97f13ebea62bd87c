package io.github.rwsplit.mybatis;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.pagehelper.PageHelper;
import com.github.pagehelper.PageInterceptor;
import io.github.rwsplit.connection.Items;
import io.github.rwsplit.connection.TwoDatabases;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Intercepts;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.Signature;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSession;
import org.junit.jupiter.api.Test;

/** INNER stays first and OUTER last, whatever is added and whenever. */
class PluginOrderTest {

  @Intercepts(
      @Signature(
          type = Executor.class,
          method = "update",
          args = {MappedStatement.class, Object.class}))
  private static final class Idle implements Interceptor {
    @Override
    public Object intercept(Invocation invocation) throws Throwable {
      return invocation.proceed();
    }
  }

  private static void assertOrder(Configuration configuration, int size) {
    List<Interceptor> chain = configuration.getInterceptors();
    assertThat(chain).hasSize(size);
    assertThat(chain.get(0)).isInstanceOf(RoutingInterceptor.Inner.class);
    assertThat(chain.get(size - 1)).isInstanceOf(RoutingInterceptor.Outer.class);
  }

  @Test
  void add_beforeAndAfterAttaching_landsBetweenOurs() throws Exception {
    try (TwoDatabases both =
        TwoDatabases.builder().plugin(new Idle()).latePlugin(new PageInterceptor()).open()) {
      assertOrder(both.factory().getConfiguration(), 4);
      PageHelper.startPage(1, 2);
      assertThat(both.items().all()).containsExactly("R1", "R2");
    }
  }

  @Test
  void add_manyWhileSessionsAreOpened_noSessionFails() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      Configuration configuration = both.factory().getConfiguration();
      AtomicBoolean over = new AtomicBoolean();
      Callable<Integer> opener =
          () -> {
            int opened = 0;
            while (!over.get() || opened == 0) {
              try (SqlSession session = both.factory().openSession(true)) {
                assertThat(session.getMapper(Items.class).strong(1)).isEqualTo("P1");
                opened++;
              }
            }
            return opened;
          };
      ExecutorService threads = Executors.newFixedThreadPool(2);
      try {
        List<Future<Integer>> openers = new ArrayList<>();
        openers.add(threads.submit(opener));
        openers.add(threads.submit(opener));
        for (int i = 0; i < 300; i++) {
          configuration.addInterceptor(new Idle());
        }
        over.set(true);
        for (Future<Integer> future : openers) {
          assertThat(future.get(30, TimeUnit.SECONDS)).isPositive();
        }
        assertOrder(configuration, 302);
      } finally {
        over.set(true);
        threads.shutdownNow();
      }
    }
  }

  @Test
  void pageHelperAsyncCount_countsOnThePrimaryAndPagesOnTheReplica() throws Exception {
    try (TwoDatabases both = TwoDatabases.builder().plugin(new PageInterceptor()).open()) {
      both.replica().update("insert into item values (4, 'R4')");
      var page = PageHelper.<String>startPage(1, 2).enableAsyncCount();
      List<String> rows = both.items().all();

      assertThat(rows).containsExactly("R1", "R2");
      assertThat(page.getTotal()).isEqualTo(3);
    }
  }
}
