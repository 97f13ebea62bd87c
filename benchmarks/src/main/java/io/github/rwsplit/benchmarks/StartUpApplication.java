package io.github.rwsplit.benchmarks;

import java.lang.management.ManagementFactory;
import org.apache.ibatis.session.SqlSessionFactory;
import org.mybatis.spring.SqlSessionTemplate;
import org.mybatis.spring.annotation.MapperScan;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * A Spring Boot application with the mappers of {@link ManyMappers}, that starts, says how long
 * that took, and ends. It knows nothing of the library, which is on its class path or is not.
 */
public final class StartUpApplication {

  static final String READY = "ready after ms: ";

  /** What Boot configures. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @MapperScan(ManyMappers.PACKAGE)
  static class Beans {}

  /** Reads, which take microseconds. */
  private static final int PATIENCE = 1_000_000;

  private StartUpApplication() {}

  /**
   * Starts and ends.
   *
   * @param args properties of Spring Boot
   */
  public static void main(String[] args) {
    try (ConfigurableApplicationContext context = SpringApplication.run(Beans.class, args)) {
      long took = ManagementFactory.getRuntimeMXBean().getUptime();
      SqlSessionFactory factory = context.getBean(SqlSessionFactory.class);
      // each statement has a short name as well, which it may share with others
      long statements =
          factory.getConfiguration().getMappedStatementNames().stream()
              .filter(name -> name.startsWith(ManyMappers.PACKAGE))
              .count();
      SqlSessionTemplate template = context.getBean(SqlSessionTemplate.class);
      String node = read(template);
      boolean routed = context.getEnvironment().containsProperty("rwsplit.replicas.replica-1.url");
      // the probes of replicas may not have answered yet
      for (int more = 0; more < PATIENCE && routed && node.equals("primary"); more++) {
        node = read(template);
      }
      System.out.printf("%s%d, statements: %d, reads on %s%n", READY, took, statements, node);
    }
  }

  private static String read(SqlSessionTemplate template) {
    Item item = template.selectOne(ManyMappers.FIRST, 1L);
    return String.valueOf(item.getName());
  }
}
