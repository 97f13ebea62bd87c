package io.github.rwsplit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.session.CallContext;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import java.lang.reflect.Method;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.TaskDecorator;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** Another thread knows what it is given on purpose, and keeps nothing of it. */
class ContextOnOtherThreadsTest {

  private final ExecutorService oneThread = Executors.newSingleThreadExecutor();

  @AfterEach
  void nothingIsLeft() throws Exception {
    assertThat(CallContext.current()).isEqualTo(CallContext.empty());
    assertThat(oneThread.submit(CallContext::current).get()).isEqualTo(CallContext.empty());
    oneThread.shutdownNow();
  }

  /** An application with tasks. */
  @Configuration(proxyBeanMethods = false)
  @EnableAsync
  static class Tasks {
    @Bean
    ThreadPoolTaskExecutor taskExecutor(TaskDecorator decorator) {
      ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
      executor.setCorePoolSize(1);
      executor.setTaskDecorator(decorator);
      return executor;
    }

    @Bean
    TaskDecorator taskDecorator() {
      return new RwSplitTaskDecorator();
    }

    @Bean
    Later later() {
      return new Later();
    }
  }

  /** Its service. */
  static class Later {
    @Async
    CompletableFuture<CallContext> context() {
      return CompletableFuture.completedFuture(CallContext.current());
    }
  }

  private static <T> T inWork(Callable<T> work) throws Exception {
    return RwSplit.inSession("u1", () -> RwSplit.forcePrimary(work));
  }

  private static void assertCarried(CallContext context) {
    assertThat(context.sessionKey()).isEqualTo("u1");
    assertThat(context.hint()).isEqualTo(ConsistencyLevel.STRONG);
  }

  @Test
  void asyncMethod_withTheDecorator_belongsToItsCaller() throws Exception {
    try (var context = new AnnotationConfigApplicationContext(Tasks.class)) {
      Later later = context.getBean(Later.class);

      assertCarried(inWork(() -> later.context().get()));
      assertThat(later.context().get()).isEqualTo(CallContext.empty());
    }
  }

  @Test
  void completableFuture_onAWrappedExecutor_belongsToWhoWrappedIt() throws Exception {
    CompletableFuture<CallContext> carried =
        inWork(
            () ->
                CompletableFuture.supplyAsync(
                    CallContext::current, RwSplit.snapshot().wrap(oneThread)));

    assertCarried(carried.get());
    assertThat(inWork(() -> CompletableFuture.supplyAsync(CallContext::current, oneThread)).get())
        .isEqualTo(CallContext.empty());
  }

  @Test
  void snapshot_ofWorkWithAToken_tellsOfWhatTheOtherThreadWrites() throws Exception {
    try (WebRequests web = WebRequests.withTokens()) {
      String before = RwSplit.inSession("u1", RwSplit::currentToken);
      String after =
          RwSplit.withToken(
              before,
              () -> {
                oneThread.submit(RwSplit.snapshot().wrap(web::write)).get();
                return RwSplit.currentToken();
              });

      assertThat(web.age("nobody", after)).isNotNull();
    }
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void virtualThread_withASnapshot_belongsToItsCaller() throws Exception {
    // by reflection, since the library is built for 17
    Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    CompletableFuture<CallContext> plain = new CompletableFuture<>();
    CompletableFuture<CallContext> carried = new CompletableFuture<>();
    inWork(
        () -> {
          Runnable task = () -> plain.complete(CallContext.current());
          Runnable same = () -> carried.complete(CallContext.current());
          start.invoke(null, task);
          start.invoke(null, RwSplit.snapshot().wrap(same));
          return null;
        });

    assertThat(plain.get()).isEqualTo(CallContext.empty());
    assertCarried(carried.get());
  }

  @Test
  void micrometer_snapshot_carriesItWhereTheApplicationTakesOne() throws Exception {
    ContextSnapshotFactory factory = ContextSnapshotFactory.builder().build();
    ContextSnapshot snapshot = inWork(factory::captureAll);

    assertCarried(oneThread.submit(snapshot.wrap(CallContext::current)).get());
    RwSplit.inSession(
        "u2",
        () -> {
          try (ContextSnapshot.Scope scope = snapshot.setThreadLocals()) {
            assertCarried(CallContext.current());
          }
          assertThat(CallContext.current().sessionKey()).isEqualTo("u2");
          return null;
        });
  }

  @Test
  void micrometer_snapshotOfNothing_clearsOnlyForItself() throws Exception {
    ContextSnapshotFactory factory = ContextSnapshotFactory.builder().clearMissing(true).build();
    ContextSnapshot nothing = factory.captureAll();

    inWork(
        () -> {
          try (ContextSnapshot.Scope scope = nothing.setThreadLocals()) {
            assertThat(CallContext.current()).isEqualTo(CallContext.empty());
          }
          assertCarried(CallContext.current());
          return null;
        });
  }

  @Test
  void micrometer_onTheThreadOfAWebRequest_leavesNoSessionBehind() throws Exception {
    try (WebRequests web = WebRequests.with("session.key", "header:X-User")) {
      MockHttpServletRequest request = new MockHttpServletRequest();
      request.addHeader("X-User", "u1");
      RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request));
      ContextSnapshot snapshot = ContextSnapshotFactory.builder().build().captureAll();
      try (ContextSnapshot.Scope scope = snapshot.setThreadLocals()) {
        assertThat(CallContext.current().sessionKey()).isEqualTo("u1");
      }
      assertThat(CallContext.current()).isEqualTo(CallContext.empty());
      assertThat(oneThread.submit(snapshot.wrap(() -> CallContext.current().sessionKey())).get())
          .isEqualTo("u1");
      assertThat(web.sessions().currentKey()).isEqualTo("u1");
    } finally {
      RequestContextHolder.resetRequestAttributes();
    }
  }
}
