package io.github.rwsplit.statement;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.core.MybatisConfiguration;
import com.baomidou.mybatisplus.core.MybatisSqlSessionFactoryBuilder;
import com.baomidou.mybatisplus.spring.MybatisSqlSessionFactoryBean;
import io.github.rwsplit.RwSplitXml;
import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.annotation.OnEmpty;
import io.github.rwsplit.statement.roads.RoadMapper;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.ibatis.builder.xml.XMLMapperBuilder;
import org.apache.ibatis.io.Resources;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mybatis.spring.SqlSessionFactoryBean;
import org.mybatis.spring.boot.autoconfigure.MybatisAutoConfiguration;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** Each way by which MyBatis comes to read a mapper file, always the same file. */
@ExtendWith(AcceptedAttributes.class)
class RoadsTest {

  private static final String FILE = "io/github/rwsplit/statement/roads/RoadMapper.xml";
  private static final String CONFIG = "io/github/rwsplit/statement/roads/mybatis-config.xml";
  private static final Declaration OWN =
      new Declaration(
          ConsistencyLevel.EVENTUAL, "reporting", Duration.ofSeconds(30), true, OnEmpty.PRIMARY);

  @TempDir Path folder;

  @Test
  void xmlMapperBuilder() throws Exception {
    Configuration configuration = MapperFiles.configuration();
    try (InputStream in = Resources.getResourceAsStream(FILE)) {
      new XMLMapperBuilder(in, configuration, FILE, configuration.getSqlFragments()).parse();
    }
    assertDeclared(configuration);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<mapper resource='" + FILE + "'/>",
        "<mapper url='URL'/>",
        "<mapper class='io.github.rwsplit.statement.roads.RoadMapper'/>",
        "<package name='io.github.rwsplit.statement.roads'/>"
      })
  void configXml(String mapper) throws Exception {
    String url = Resources.getResourceURL(FILE).toString();
    SqlSessionFactory factory =
        new SqlSessionFactoryBuilder()
            .build(
                new StringReader(
                    "<!DOCTYPE configuration PUBLIC '-//mybatis.org//DTD Config 3.0//EN'"
                        + " 'https://mybatis.org/dtd/mybatis-3-config.dtd'><configuration><mappers>"
                        + mapper.replace("URL", url)
                        + "</mappers></configuration>"));
    assertDeclared(factory.getConfiguration());
  }

  @Test
  void addMapper() {
    Configuration configuration = MapperFiles.configuration();
    configuration.addMapper(RoadMapper.class);
    assertDeclared(configuration);
  }

  @ParameterizedTest
  @ValueSource(strings = {"classpath:" + FILE, "classpath*:io/github/**/roads/RoadMapper.xml"})
  void mapperLocations(String pattern) throws Exception {
    SqlSessionFactoryBean bean = new SqlSessionFactoryBean();
    bean.setDataSource(new JdbcDataSource());
    bean.setMapperLocations(resources(pattern));
    assertDeclared(bean.getObject().getConfiguration());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mybatis.mapper-locations=classpath*:" + FILE,
        "mybatis.config-location=classpath:" + CONFIG
      })
  void bootStarter_withTheHookInstalledByAPostProcessor(String property) {
    Resources.setDefaultClassLoader(null);
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                DataSourceAutoConfiguration.class, MybatisAutoConfiguration.class))
        .withUserConfiguration(Hook.class)
        .withPropertyValues("spring.datasource.url=jdbc:h2:mem:roads", property)
        .run(
            context -> assertDeclared(context.getBean(SqlSessionFactory.class).getConfiguration()));
  }

  @Test
  void mybatisPlus_mapperLocations() throws Exception {
    MybatisSqlSessionFactoryBean bean = new MybatisSqlSessionFactoryBean();
    bean.setDataSource(new JdbcDataSource());
    bean.setMapperLocations(resources("classpath*:" + FILE));
    assertDeclared(bean.getObject().getConfiguration());
  }

  @Test
  void mybatisPlus_addMapper() {
    MybatisConfiguration configuration = new MybatisConfiguration();
    configuration.addMapper(RoadMapper.class);
    assertDeclared(configuration);
  }

  @Test
  void mybatisPlus_configXml() throws Exception {
    MybatisSqlSessionFactoryBean bean = new MybatisSqlSessionFactoryBean();
    bean.setDataSource(new JdbcDataSource());
    bean.setConfigLocation(new ClassPathResource(CONFIG));
    assertDeclared(bean.getObject().getConfiguration());
  }

  @Test
  void mybatisPlus_builder() throws Exception {
    try (InputStream in = Resources.getResourceAsStream(CONFIG)) {
      assertDeclared(new MybatisSqlSessionFactoryBuilder().build(in).getConfiguration());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void internalSubset_withAndWithoutTheHook(boolean hook) {
    if (!hook) {
      Resources.setDefaultClassLoader(null);
    }
    Configuration configuration = MapperFiles.configuration();
    MapperFiles.load(
        configuration,
        folder,
        MapperFiles.DOCTYPE
            + " [<!ATTLIST select consistency (STRONG|SESSION|EVENTUAL) 'SESSION'>"
            + " <!ATTLIST mapper consistency CDATA #IMPLIED> <!ENTITY one '1'>]>",
        "<mapper namespace='a.M' consistency='STRONG'>"
            + "<select id='own' consistency='EVENTUAL'>select &one;</select>"
            + "<select id='byDefaultValue'>select 2</select></mapper>");

    assertThat(MapperFiles.profile(configuration, "a.M.own").declaration())
        .isEqualTo(Declaration.of(ConsistencyLevel.EVENTUAL));
    assertThat(MapperFiles.profile(configuration, "a.M.byDefaultValue").declaration())
        .isEqualTo(Declaration.of(ConsistencyLevel.SESSION));
  }

  private static Resource[] resources(String pattern) throws Exception {
    return new PathMatchingResourcePatternResolver().getResources(pattern);
  }

  private static void assertDeclared(Configuration configuration) {
    StatementCatalog catalog = MapperFiles.catalog(configuration);
    String namespace = RoadMapper.class.getName();

    assertThat(catalog.verify().text())
        .isEqualTo("0 STRONG, 1 SESSION, 1 EVENTUAL, 0 undeclared, 0 warnings");
    for (StatementCatalog each :
        new StatementCatalog[] {catalog, MapperFiles.catalog(configuration)}) {
      assertThat(each.profile(configuration.getMappedStatement(namespace + ".own")).declaration())
          .isEqualTo(OWN);
      assertThat(
              each.profile(configuration.getMappedStatement(namespace + ".inherited"))
                  .declaration())
          .isEqualTo(Declaration.of(ConsistencyLevel.SESSION));
    }
  }

  static class Hook {
    @Bean
    static BeanFactoryPostProcessor attributes() {
      return beanFactory -> RwSplitXml.accept();
    }
  }
}
