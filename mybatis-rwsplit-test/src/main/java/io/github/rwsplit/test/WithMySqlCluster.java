package io.github.rwsplit.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Gives a JUnit test class a {@link MySqlCluster} as parameter.
 *
 * <p>All classes of this JVM that ask for the same number of replicas share one cluster, which is
 * {@linkplain MySqlCluster#reset() reset} before each class. Within a class nothing is reset. Such
 * classes never run at the same time. A static method that runs before there are parameters, such
 * as Spring's {@code @DynamicPropertySource}, gets the same cluster by {@link
 * MySqlCluster#shared(int)}.
 *
 * <pre>{@code
 * @SpringBootTest
 * @WithMySqlCluster(replicas = 1)
 * class OrdersTest {
 *   @DynamicPropertySource
 *   static void servers(DynamicPropertyRegistry registry) {
 *     MySqlCluster cluster = MySqlCluster.shared(1);
 *     registry.add("spring.datasource.url", cluster.primary()::jdbcUrlWithPositions);
 *     registry.add("spring.datasource.username", cluster.primary()::user);
 *     registry.add("spring.datasource.password", cluster.primary()::password);
 *     registry.add("rwsplit.replicas.replica-1.url", cluster.replica(1)::jdbcUrl);
 *   }
 * }
 * }</pre>
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(MySqlClusterExtension.class)
@ResourceLock("io.github.rwsplit.test.MySqlCluster")
public @interface WithMySqlCluster {

  /**
   * How many replicas the primary has.
   *
   * @return 0 or more
   */
  int replicas() default 2;
}
