package io.github.rwsplit.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rwsplit.ClusterProbe;
import io.github.rwsplit.RwSplitConfigException;
import io.github.rwsplit.boot.shop.ShopMapper;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.SqlSessionFactoryBean;
import org.mybatis.spring.annotation.MapperScan;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.ClassUtils;

/** A Spring application without Spring Boot. */
class EnableRwSplitTest {

  @Configuration
  @EnableRwSplit
  @MapperScan(basePackageClasses = ShopMapper.class)
  static class Application {
    @Bean
    DataSource dataSource() {
      return AttachmentTest.database("plain");
    }

    @Bean
    SqlSessionFactoryBean sqlSessionFactory() {
      SqlSessionFactoryBean factory = new SqlSessionFactoryBean();
      factory.setDataSource(dataSource());
      return factory;
    }
  }

  private static AnnotationConfigApplicationContext start(Map<String, Object> properties) {
    AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    context.setClassLoader(new FilteredClassLoader("org.springframework.boot", "jakarta.servlet"));
    context
        .getEnvironment()
        .getPropertySources()
        .addFirst(new MapPropertySource("app", properties));
    context.register(Application.class);
    context.refresh();
    return context;
  }

  @Test
  void start_withoutBoot_attachesTheFactory() {
    try (var context =
        start(Map.of("host", "h", "rwsplit.replicas.r1.url", "jdbc:h2:mem:${host}"))) {
      AttachmentTest.assertAttached(context, "sqlSessionFactory");
      assertThat(ClusterProbe.attached(AttachmentTest.cluster(context))).isEqualTo(1);
      assertThat(context.getBean(ShopMapper.class).three()).isEqualTo(3);
      assertThat(
              ClassUtils.isPresent(
                  "org.springframework.boot.SpringApplication", context.getClassLoader()))
          .isFalse();
    }
  }

  @Test
  void start_unknownKey_isRefused() {
    assertThatThrownBy(() -> start(Map.of("rwsplit.replica.r1.url", "jdbc:h2:mem:r")))
        .isInstanceOf(RwSplitConfigException.class)
        .hasMessageContaining("rwsplit.replica.r1.url (from app) is not a known key")
        .hasMessageContaining("did you mean rwsplit.replicas.r1.url?");
  }
}
