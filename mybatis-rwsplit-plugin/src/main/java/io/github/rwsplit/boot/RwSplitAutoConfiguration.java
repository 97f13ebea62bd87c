package io.github.rwsplit.boot;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Import;

/**
 * Attaches the library to the MyBatis of a Spring Boot application, from {@code rwsplit.*}. Also
 * part of {@code @MybatisTest} and {@code @MybatisPlusTest} slices, so that mapper files with the
 * library's attributes load there.
 *
 * <p>Names of Boot 3.5 and of Boot 4 stand side by side: a name that does not exist is ignored.
 */
@AutoConfiguration(
    afterName = {
      RwSplitAutoConfiguration.DATA_SOURCE_BOOT_3,
      RwSplitAutoConfiguration.DATA_SOURCE_BOOT_4,
      RwSplitAutoConfiguration.MYBATIS,
      RwSplitAutoConfiguration.MYBATIS_PLUS,
      RwSplitAutoConfiguration.PAGE_HELPER
    })
@ConditionalOnClass(name = "org.apache.ibatis.session.SqlSessionFactory")
@Import(RwSplitConfiguration.class)
public final class RwSplitAutoConfiguration {

  static final String DATA_SOURCE_BOOT_3 =
      "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration";
  static final String DATA_SOURCE_BOOT_4 =
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration";
  static final String MYBATIS = "org.mybatis.spring.boot.autoconfigure.MybatisAutoConfiguration";
  static final String MYBATIS_PLUS =
      "com.baomidou.mybatisplus.autoconfigure.MybatisPlusAutoConfiguration";
  static final String PAGE_HELPER =
      "com.github.pagehelper.autoconfigure.PageHelperAutoConfiguration";

  /** Made by Spring Boot. */
  public RwSplitAutoConfiguration() {}
}
