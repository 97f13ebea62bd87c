package io.github.rwsplit.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.boot.shop.ShopMapper;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.apache.ibatis.session.SqlSessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mybatis.spring.annotation.MapperScan;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

@ExtendWith(OutputCaptureExtension.class)
class ConsistencyAdviceTest {

  private static final ConsistencyLevels LEVELS = new ConsistencyLevels();

  interface Reports {
    @Consistency(ConsistencyLevel.EVENTUAL)
    String daily();
  }

  static class ReportService implements Reports {
    @Override
    public String daily() {
      return "daily";
    }
  }

  @Consistency(ConsistencyLevel.STRONG)
  static class PaymentService {
    public String pay() {
      return "paid";
    }

    @Consistency(ConsistencyLevel.SESSION)
    @Transactional
    public String receipt() {
      return "receipt";
    }

    @Async
    public void later() {}

    public void fail() throws IOException {
      throw new IOException("as thrown");
    }
  }

  static class HalfBlind {
    @Consistency(ConsistencyLevel.STRONG)
    private String hidden() {
      return "hidden";
    }

    @Consistency(ConsistencyLevel.STRONG)
    static String shared() {
      return "shared";
    }

    @Consistency(ConsistencyLevel.STRONG)
    public final String last() {
      return hidden();
    }

    @Consistency(value = ConsistencyLevel.STRONG, group = "reporting")
    public String wide() {
      return "wide";
    }
  }

  static final class Sealed {
    @Consistency(ConsistencyLevel.STRONG)
    public String open() {
      return "open";
    }
  }

  static class Plain {
    public String plain() {
      return "plain";
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableRwSplit
  @EnableTransactionManagement
  @EnableAsync
  @MapperScan(basePackageClasses = ShopMapper.class)
  static class Application {
    @Bean
    DataSource dataSource() {
      return AttachmentTest.database("advice");
    }

    @Bean
    SqlSessionFactory sqlSessionFactory(DataSource dataSource) throws Exception {
      return AttachmentTest.factory(dataSource);
    }

    @Bean
    PlatformTransactionManager transactionManager(DataSource dataSource) {
      return new JdbcTransactionManager(dataSource);
    }

    @Bean
    Reports reports() {
      return new ReportService();
    }

    @Bean
    PaymentService payments() {
      return new PaymentService();
    }

    @Bean
    HalfBlind halfBlind() {
      return new HalfBlind();
    }

    @Bean
    Sealed sealed() {
      return new Sealed();
    }

    @Bean
    Plain plain() {
      return new Plain();
    }
  }

  private static AnnotationConfigApplicationContext start() {
    return new AnnotationConfigApplicationContext(Application.class);
  }

  private static Optional<ConsistencyLevel> level(Class<?> type, String method) throws Exception {
    return LEVELS.of(type.getMethod(method), type);
  }

  private static boolean isAdvised(Object bean) {
    return bean instanceof Advised advised
        && Arrays.stream(advised.getAdvisors())
            .anyMatch(advisor -> advisor.getAdvice() instanceof ConsistencyInterceptor);
  }

  @Test
  void level_methodThenClassThenInterface() throws Exception {
    assertThat(level(PaymentService.class, "receipt")).contains(ConsistencyLevel.SESSION);
    assertThat(level(PaymentService.class, "pay")).contains(ConsistencyLevel.STRONG);
    assertThat(level(ReportService.class, "daily")).contains(ConsistencyLevel.EVENTUAL);
    assertThat(level(Plain.class, "plain")).isEmpty();
    assertThat(level(PaymentService.class, "toString")).isEmpty();
  }

  @Test
  void beans_withTheAnnotation_areAdvisedByClass_othersAreLeftAlone() {
    try (var context = start()) {
      assertThat(isAdvised(context.getBean(PaymentService.class))).isTrue();
      assertThat(AopUtils.isCglibProxy(context.getBean(ReportService.class))).isTrue();
      assertThat(AopUtils.isAopProxy(context.getBean(Plain.class))).isFalse();
      assertThat(context.getBean(ReportService.class).daily()).isEqualTo("daily");
      assertThatThrownBy(() -> context.getBean(PaymentService.class).fail())
          .isExactlyInstanceOf(IOException.class)
          .hasMessage("as thrown");
    }
  }

  @Test
  void advice_standsOutsideOfTransactionalAndInsideOfAsync() {
    try (var context = start()) {
      Advisor[] advisors = ((Advised) context.getBean(PaymentService.class)).getAdvisors();

      assertThat(advisors).hasSize(3);
      assertThat(advisors[0].getAdvice().getClass().getSimpleName()).contains("Async");
      assertThat(advisors[1].getAdvice()).isInstanceOf(ConsistencyInterceptor.class);
      assertThat(advisors[2].getAdvice().getClass().getSimpleName()).contains("Transaction");
    }
  }

  @Test
  void mapper_onlyItsDefaultMethodsAreAdvised() throws Exception {
    try (var context = start()) {
      ShopMapper mapper = context.getBean(ShopMapper.class);
      assertThat(isAdvised(mapper)).isTrue();
      assertThat(mapper.three()).isEqualTo(3);

      Object target = Objects.requireNonNull(((Advised) mapper).getTargetSource().getTarget());
      ConsistencyLevels levels = new ConsistencyLevels();
      assertThat(levels.noteIfMapper(target)).isTrue();
      assertThat(levels.of(ShopMapper.class.getMethod("three"), target.getClass()))
          .contains(ConsistencyLevel.STRONG);
      assertThat(levels.of(ShopMapper.class.getMethod("two"), target.getClass())).isEmpty();
    }
  }

  @Test
  void start_annotationsWithoutEffect_areListedInOneWarning(CapturedOutput output) {
    start().close();

    assertThat(output)
        .containsOnlyOnce("@Consistency has no or not its whole effect on")
        .contains("HalfBlind#hidden (private)")
        .contains("HalfBlind#shared (static)")
        .contains("HalfBlind#last (final)")
        .contains("HalfBlind#wide (only the level counts outside of mappers)")
        .contains("Sealed#open (final class without interface)")
        .doesNotContain("ShopMapper#two");
  }
}
