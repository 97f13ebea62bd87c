package io.github.rwsplit.boot;

import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;

/**
 * Gives {@link io.github.rwsplit.annotation.Consistency} on methods and classes of beans its
 * effect, and on default methods of mappers; on a mapper's other methods it is a declaration of the
 * statement and none of this class' business.
 *
 * <p>The advice stands outside of {@code @Transactional}, and inside of {@code @Async}, since it
 * counts on the thread that runs the selects.
 */
final class ConsistencyBeanPostProcessor extends AbstractBeanFactoryAwareAdvisingPostProcessor
    implements SmartInitializingSingleton {

  private final ConsistencyLevels levels = new ConsistencyLevels();
  private final IneffectiveAnnotations ineffective = new IneffectiveAnnotations();

  ConsistencyBeanPostProcessor() {
    this.advisor = new DefaultPointcutAdvisor(levels, new ConsistencyInterceptor(levels));
    setBeforeExistingAdvisors(true);
    // As Spring Boot does: a bean is injected by its class as often as by an interface.
    setProxyTargetClass(true);
    // One before the post-processor of @Async, which puts its advice outermost.
    setOrder(Ordered.LOWEST_PRECEDENCE - 1);
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String beanName) {
    Object target = AopProxyUtils.getSingletonTarget(bean);
    Object innermost = target == null ? bean : target;
    boolean mapper = levels.noteIfMapper(innermost);
    ineffective.look(ClassUtils.getUserClass(innermost), mapper);
    return super.postProcessAfterInitialization(bean, beanName);
  }

  @Override
  protected boolean isEligible(Class<?> targetClass) {
    return super.isEligible(targetClass) && !IneffectiveAnnotations.cannotBeProxied(targetClass);
  }

  @Override
  protected ProxyFactory prepareProxyFactory(Object bean, String beanName) {
    ProxyFactory factory = super.prepareProxyFactory(bean, beanName);
    if (Proxy.isProxyClass(bean.getClass()) || Modifier.isFinal(bean.getClass().getModifiers())) {
      factory.setProxyTargetClass(false);
    }
    return factory;
  }

  @Override
  public void afterSingletonsInstantiated() {
    ineffective.report();
  }
}
