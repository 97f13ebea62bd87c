package io.github.rwsplit.test;

import java.util.Optional;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Resolves parameters of type {@link MySqlCluster}; what it does is said at {@link
 * WithMySqlCluster}.
 */
public final class MySqlClusterExtension implements BeforeAllCallback, ParameterResolver {

  /** Made by JUnit. */
  public MySqlClusterExtension() {}

  @Override
  public void beforeAll(ExtensionContext context) {
    // an inner class is a part of its outer class' story
    if (context.getRequiredTestClass().getEnclosingClass() == null) {
      ClustersOfThisJvm.sharedAndFresh(replicas(context));
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == MySqlCluster.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return ClustersOfThisJvm.shared(replicas(context));
  }

  private static int replicas(ExtensionContext context) {
    Class<?> testClass = context.getRequiredTestClass();
    for (Class<?> type = testClass; type != null; type = type.getEnclosingClass()) {
      Optional<WithMySqlCluster> found =
          AnnotationSupport.findAnnotation(type, WithMySqlCluster.class);
      if (found.isPresent()) {
        return found.get().replicas();
      }
    }
    throw new IllegalStateException(
        testClass.getName() + " must be annotated with @WithMySqlCluster, but is not");
  }
}
