package io.github.rwsplit.samples.ruoyi;

import com.alibaba.druid.pool.DruidDataSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import javax.sql.DataSource;
import org.aopalliance.intercept.MethodInterceptor;
import org.apache.ibatis.session.SqlSessionFactory;
import org.jspecify.annotations.Nullable;
import org.mybatis.spring.SqlSessionFactoryBean;
import org.mybatis.spring.annotation.MapperScan;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Role;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/** Two Druid pools behind a router of its own, and a SqlSessionFactory of its own. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@MapperScan("io.github.rwsplit.samples.ruoyi")
class RuoYiLikeApplication {

  /** The application's router, with the names of pools on the thread. */
  static final class DynamicDataSource extends AbstractRoutingDataSource {

    static final ThreadLocal<Deque<String>> POOLS = ThreadLocal.withInitial(ArrayDeque::new);

    @Override
    protected @Nullable Object determineCurrentLookupKey() {
      return POOLS.get().peek();
    }
  }

  @Bean
  @ConfigurationProperties("spring.datasource.druid.master")
  DruidDataSource masterDataSource() {
    return new DruidDataSource();
  }

  @Bean
  @ConfigurationProperties("spring.datasource.druid.slave")
  DruidDataSource slaveDataSource() {
    return new DruidDataSource();
  }

  @Bean
  @Primary
  DynamicDataSource dynamicDataSource(
      @Qualifier("masterDataSource") DataSource master,
      @Qualifier("slaveDataSource") DataSource slave) {
    DynamicDataSource router = new DynamicDataSource();
    router.setDefaultTargetDataSource(master);
    router.setTargetDataSources(Map.of("MASTER", master, "SLAVE", slave));
    return router;
  }

  @Bean
  SqlSessionFactory sqlSessionFactory(DataSource dataSource) throws Exception {
    SqlSessionFactoryBean factory = new SqlSessionFactoryBean();
    factory.setDataSource(dataSource);
    factory.setTypeAliasesPackage("io.github.rwsplit.samples.ruoyi");
    factory.setMapperLocations(
        new PathMatchingResourcePatternResolver().getResources("classpath*:mapper/**/*Mapper.xml"));
    return factory.getObject();
  }

  /** Comes before the transaction, as it must. */
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static DefaultPointcutAdvisor poolAspect() {
    MethodInterceptor aspect =
        call -> {
          DynamicDataSource.POOLS.get().push(call.getMethod().getAnnotation(UsePool.class).value());
          try {
            return call.proceed();
          } finally {
            DynamicDataSource.POOLS.get().pop();
          }
        };
    DefaultPointcutAdvisor advisor =
        new DefaultPointcutAdvisor(
            AnnotationMatchingPointcut.forMethodAnnotation(UsePool.class), aspect);
    advisor.setOrder(1);
    return advisor;
  }

  @Bean
  SysOrderService sysOrderService(SysOrderMapper orders) {
    return new SysOrderService(orders);
  }
}
