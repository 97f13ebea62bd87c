package io.github.rwsplit.samples.plus;

import com.baomidou.mybatisplus.annotation.DbType;
import com.baomidou.mybatisplus.core.config.GlobalConfig;
import com.baomidou.mybatisplus.core.handlers.MetaObjectHandler;
import com.baomidou.mybatisplus.extension.plugins.MybatisPlusInterceptor;
import com.baomidou.mybatisplus.extension.plugins.handler.TenantLineHandler;
import com.baomidou.mybatisplus.extension.plugins.inner.OptimisticLockerInnerInterceptor;
import com.baomidou.mybatisplus.extension.plugins.inner.PaginationInnerInterceptor;
import com.baomidou.mybatisplus.extension.plugins.inner.TenantLineInnerInterceptor;
import com.baomidou.mybatisplus.spring.MybatisSqlSessionFactoryBean;
import java.time.LocalDateTime;
import javax.sql.DataSource;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import org.apache.ibatis.reflection.MetaObject;
import org.apache.ibatis.session.SqlSessionFactory;
import org.mybatis.spring.annotation.MapperScan;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** MyBatis-Plus with what its users switch on: tenants, pages, optimistic locks, filled fields. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@MapperScan(basePackageClasses = ProductMapper.class)
class PlusApplication {

  static final class Filler implements MetaObjectHandler {
    @Override
    public void insertFill(MetaObject row) {
      strictInsertFill(row, "createdAt", LocalDateTime.class, LocalDateTime.of(2026, 1, 2, 3, 4));
      strictInsertFill(row, "changedBy", String.class, "inserter");
    }

    @Override
    public void updateFill(MetaObject row) {
      setFieldValByName("changedBy", "updater", row);
    }
  }

  static final class Tenants implements TenantLineHandler {
    @Override
    public Expression getTenantId() {
      return new LongValue(7);
    }
  }

  @Bean
  MybatisPlusInterceptor mybatisPlusInterceptor() {
    MybatisPlusInterceptor plus = new MybatisPlusInterceptor();
    plus.addInnerInterceptor(new TenantLineInnerInterceptor(new Tenants()));
    plus.addInnerInterceptor(new PaginationInnerInterceptor(DbType.MYSQL));
    plus.addInnerInterceptor(new OptimisticLockerInnerInterceptor());
    return plus;
  }

  @Bean
  MetaObjectHandler filler() {
    return new Filler();
  }

  /** As the starter of MyBatis-Plus makes it, which is there only in a lane of its own. */
  @Bean
  @ConditionalOnMissingClass("com.baomidou.mybatisplus.autoconfigure.MybatisPlusAutoConfiguration")
  SqlSessionFactory sqlSessionFactory(
      DataSource dataSource, MybatisPlusInterceptor plus, MetaObjectHandler filler)
      throws Exception {
    MybatisSqlSessionFactoryBean factory = new MybatisSqlSessionFactoryBean();
    factory.setDataSource(dataSource);
    factory.setPlugins(plus);
    GlobalConfig global = new GlobalConfig();
    global.setBanner(false);
    global.setMetaObjectHandler(filler);
    factory.setGlobalConfig(global);
    return factory.getObject();
  }

  @Bean
  ProductService productService() {
    return new ProductService();
  }
}
