package io.github.rwsplit.samples.fatjar;

import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitXml;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSessionFactory;
import org.h2.jdbcx.JdbcDataSource;
import org.mybatis.spring.SqlSessionFactoryBean;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** Runs in the fat jar: fails unless every select's level is found in its XML. */
public final class FatJarMain {

  private FatJarMain() {}

  public static void main(String[] arguments) throws Exception {
    RwSplitXml.accept();
    JdbcDataSource dataSource = new JdbcDataSource();
    dataSource.setUrl("jdbc:h2:mem:fat");
    SqlSessionFactoryBean bean = new SqlSessionFactoryBean();
    bean.setDataSource(dataSource);
    bean.setMapperLocations(
        new PathMatchingResourcePatternResolver().getResources("classpath*:mapper/**/*.xml"));
    SqlSessionFactory factory = bean.getObject();
    Configuration configuration = factory.getConfiguration();
    configuration.addMapper(BesideMapper.class);
    try (RwSplitCluster cluster =
        RwSplitCluster.builder(dataSource).property("undeclared", "fail").build()) {
      cluster.attach(factory);
      cluster.verify();
    }
    for (String id : arguments) {
      MappedStatement statement = configuration.getMappedStatement(id);
      System.out.println(id + " from " + statement.getResource());
    }
  }
}
