package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitConfig;
import io.github.rwsplit.RwSplitConfigException;
import io.github.rwsplit.route.RouteSettings.Mode;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Tells which SqlSessionFactories are meant: those named in {@code rwsplit.sql-session-factories},
 * or else the only one. Several of which none is named are refused; but with {@code mode: off}, or
 * without any replica, they are only left alone.
 */
final class FactorySelection {

  private static final Logger LOG = LoggerFactory.getLogger("io.github.rwsplit");

  private final RwSplitConfig config;
  private final ConfigurableListableBeanFactory beans;
  private final List<String> named;
  private final Map<String, SqlSessionFactory> leftAlone = new LinkedHashMap<>();

  FactorySelection(RwSplitConfig config, ConfigurableListableBeanFactory beans) {
    this.config = config;
    this.beans = beans;
    this.named = config.sqlSessionFactories();
  }

  /** Whether a factory that has just been made is to be attached. */
  boolean takesWhenMade(String beanName) {
    if (!named.isEmpty()) {
      return isNamed(beanName);
    }
    Set<String> known = factoryBeans();
    return known.contains(beanName) && onlyOne(known);
  }

  /** What is to be attached and is not yet, by bean name. */
  Map<String, SqlSessionFactory> missing(Map<String, SqlSessionFactory> attached) {
    Map<String, SqlSessionFactory> there = new LinkedHashMap<>();
    for (String name : factoryBeans()) {
      if (beans.containsSingleton(name)) {
        there.put(name, beans.getBean(name, SqlSessionFactory.class));
      }
    }
    boolean seen = !factoryBeans().isEmpty();
    Map<String, SqlSessionFactory> hidden = HiddenFactories.in(beans);
    Set<Configuration> done = Collections.newSetFromMap(new IdentityHashMap<>());
    attached.values().forEach(factory -> done.add(factory.getConfiguration()));
    Map<String, SqlSessionFactory> missing = new LinkedHashMap<>();
    if (!named.isEmpty()) {
      there.putAll(hidden);
      Map<String, SqlSessionFactory> unnamed = new LinkedHashMap<>(there);
      there.keySet().removeIf(name -> !isNamed(name));
      addNew(there, done, missing);
      addNew(unnamed, done, leftAlone);
    } else if (seen) {
      if (onlyOne(factoryBeans())) {
        addNew(there, done, missing);
      }
      addNew(hidden, done, leftAlone);
      there
          .values()
          .forEach(
              f -> leftAlone.values().removeIf(h -> h.getConfiguration() == f.getConfiguration()));
    } else {
      addNew(hidden, done, missing);
      if (!onlyOne(missing.keySet())) {
        missing.clear();
      }
    }
    return missing;
  }

  /** Says that a factory is not attached, if it is on the primary's DataSource. */
  void reportIfOn(DataSource primary, String name, SqlSessionFactory factory) {
    DataSource own = DataSources.of(factory);
    if (config.route().mode() == Mode.OFF || own == null || !DataSources.same(own, primary)) {
      return;
    }
    LOG.warn(
        "The SqlSessionFactory {}'{}' is not attached, though it is on the DataSource of those that"
            + " are: all its statements run on the primary, as without mybatis-rwsplit, and SESSION"
            + " reads do not know of its writes; name it in rwsplit.sql-session-factories as well",
        factoryBeans().contains(name) ? "" : "inside ",
        name);
  }

  private static void addNew(
      Map<String, SqlSessionFactory> from,
      Set<Configuration> done,
      Map<String, SqlSessionFactory> to) {
    from.forEach(
        (name, factory) -> {
          if (done.add(factory.getConfiguration())) {
            to.put(name, factory);
          }
        });
  }

  private boolean isNamed(String beanName) {
    return named.contains(beanName)
        || Arrays.stream(beans.getAliases(beanName)).anyMatch(named::contains);
  }

  /** Names of factory beans, made or not; a SqlSessionManager only wraps another factory. */
  private Set<String> factoryBeans() {
    Set<String> names = new LinkedHashSet<>();
    for (String name : beans.getBeanNamesForType(SqlSessionFactory.class, true, false)) {
      if (!beans.isTypeMatch(name, SqlSessionManager.class)) {
        names.add(name);
      }
    }
    return names;
  }

  private boolean onlyOne(Set<String> names) {
    if (names.size() < 2) {
      return true;
    }
    if (config.route().mode() == Mode.OFF) {
      return false;
    }
    throw new RwSplitConfigException(
        List.of(
            ("rwsplit.sql-session-factories must say which of the SqlSessionFactories %s are meant,"
                    + " but is empty; name those whose reads may go to the replicas")
                .formatted(names)));
  }

  void refuseUnknownNames() {
    Set<String> factories = factoryBeans();
    Set<String> known = new LinkedHashSet<>(factories);
    HiddenFactories.names(beans)
        .forEach(name -> known.add(BeanFactoryUtils.transformedBeanName(name)));
    List<String> unknown =
        named.stream()
            .filter(
                name -> known.stream().noneMatch(bean -> bean.equals(name) || isAlias(bean, name)))
            .toList();
    if (!unknown.isEmpty()) {
      throw new RwSplitConfigException(
          List.of(
              "rwsplit.sql-session-factories must name SqlSessionFactory beans, but has %s; there are %s"
                  .formatted(unknown, factories.isEmpty() ? known : factories)));
    }
  }

  private boolean isAlias(String bean, String name) {
    return Arrays.asList(beans.getAliases(bean)).contains(name);
  }

  /**
   * Says what is not attached though it might be expected to.
   *
   * @param primary the DataSource of what is attached; null where nothing is
   */
  void report(@Nullable DataSource primary) {
    if (primary != null) {
      leftAlone.forEach((name, factory) -> reportIfOn(primary, name, factory));
    }
    if (!config.nodes().replicas().isEmpty()
        && factoryBeans().isEmpty()
        && HiddenFactories.names(beans).isEmpty()) {
      LOG.warn(
          "rwsplit.replicas is configured, but this application has no SqlSessionFactory bean:"
              + " nothing is attached");
    }
  }
}
