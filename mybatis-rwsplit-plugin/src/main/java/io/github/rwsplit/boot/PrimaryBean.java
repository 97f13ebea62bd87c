package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitConfig;
import io.github.rwsplit.RwSplitConfigException;
import io.github.rwsplit.node.PrimaryDataSource;
import io.github.rwsplit.node.PrimarySettings;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Makes the primary of {@code rwsplit.primary} the application's DataSource bean, where there is
 * one: before Spring Boot looks whether the application has a DataSource.
 */
final class PrimaryBean implements ImportBeanDefinitionRegistrar, EnvironmentAware {

  static final String NAME = "dataSource";

  private @Nullable ConfigurableEnvironment environment;

  @Override
  public void setEnvironment(Environment environment) {
    this.environment = (ConfigurableEnvironment) environment;
  }

  @Override
  public void registerBeanDefinitions(
      AnnotationMetadata importedBy, BeanDefinitionRegistry registry) {
    ConfigurableEnvironment known = environment;
    if (known == null || known.getProperty("rwsplit.primary.url", "").isEmpty()) {
      return;
    }
    if (registry.containsBeanDefinition(NAME)) {
      refuseAnother(registry.getBeanDefinition(NAME));
      return;
    }
    RootBeanDefinition bean = new RootBeanDefinition(PrimaryDataSource.class, () -> make(known));
    bean.setPrimary(true);
    bean.setDestroyMethodName("close");
    registry.registerBeanDefinition(NAME, bean);
  }

  private static void refuseAnother(BeanDefinition there) {
    if (!PrimaryDataSource.class.getName().equals(there.getBeanClassName())) {
      throw new RwSplitConfigException(
          List.of(
              "rwsplit.primary.url must be missing where the application makes a DataSource bean '"
                  + NAME
                  + "' itself, but is set; remove one of them"));
    }
  }

  private static PrimaryDataSource make(ConfigurableEnvironment environment) {
    PrimarySettings settings = RwSplitConfig.read(environment).primary();
    if (settings == null) {
      throw new IllegalStateException("rwsplit.primary.url was there a moment ago, but is not now");
    }
    try {
      return PrimaryDataSource.of(settings);
    } catch (IllegalArgumentException e) {
      RwSplitConfigException wrong =
          new RwSplitConfigException(String.valueOf(e.getMessage()).lines().toList());
      wrong.initCause(e);
      throw wrong;
    }
  }
}
