package io.github.rwsplit.boot;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionManager;
import org.jspecify.annotations.Nullable;
import org.mybatis.spring.SqlSessionTemplate;
import org.mybatis.spring.support.SqlSessionDaoSupport;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Finds factories that are no beans themselves, but sit inside a SqlSessionTemplate, a
 * SqlSessionManager, or a MapperFactoryBean or another DAO.
 */
final class HiddenFactories {

  private static final boolean MYBATIS_SPRING =
      ClassUtils.isPresent(
          "org.mybatis.spring.SqlSessionTemplate", HiddenFactories.class.getClassLoader());

  private HiddenFactories() {}

  /** The factories inside beans that are already made, by the name of the bean. */
  static Map<String, SqlSessionFactory> in(ConfigurableListableBeanFactory beans) {
    Map<String, SqlSessionFactory> found = new LinkedHashMap<>();
    for (String name : names(beans)) {
      if (beans.containsSingleton(BeanFactoryUtils.transformedBeanName(name))) {
        SqlSessionFactory factory = factoryOf(beans.getBean(name));
        if (factory != null) {
          found.put(BeanFactoryUtils.transformedBeanName(name), factory);
        }
      }
    }
    return found;
  }

  /** The names of beans that may have a factory inside. */
  static Set<String> names(ConfigurableListableBeanFactory beans) {
    Set<String> names = new LinkedHashSet<>();
    add(beans, SqlSessionManager.class, names);
    if (MYBATIS_SPRING) {
      add(beans, SqlSessionTemplate.class, names);
      add(beans, SqlSessionDaoSupport.class, names);
    }
    return names;
  }

  private static void add(ConfigurableListableBeanFactory beans, Class<?> type, Set<String> names) {
    for (String name : beans.getBeanNamesForType(type, false, false)) {
      names.add(name);
    }
  }

  private static @Nullable SqlSessionFactory factoryOf(Object bean) {
    if (bean instanceof SqlSessionManager manager) {
      return manager;
    }
    if (MYBATIS_SPRING && bean instanceof SqlSessionTemplate template) {
      return template.getSqlSessionFactory();
    }
    if (MYBATIS_SPRING && bean instanceof SqlSessionDaoSupport dao) {
      return dao.getSqlSessionFactory();
    }
    return null;
  }
}
