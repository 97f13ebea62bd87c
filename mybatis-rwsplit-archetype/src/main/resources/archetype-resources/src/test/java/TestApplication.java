package ${package};

import org.springframework.boot.SpringApplication;

/** The service on servers of its own: {@code mvn spring-boot:test-run}. */
public final class TestApplication {

  private TestApplication() {}

  public static void main(String[] args) {
    SpringApplication application = new SpringApplication(Application.class);
    application.addInitializers(new Servers());
    application.run(args);
  }
}
