package io.github.rwsplit.test;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Servers in containers of one network, by Testcontainers, where that is on the class path. */
final class DockerSource implements ClusterSource {

  /** The current long-term line of MySQL. */
  private static final String DEFAULT_IMAGE = "mysql:9.7";

  @Override
  public String name() {
    return "docker";
  }

  @Override
  public @Nullable String whyNot() {
    try {
      Class.forName(
          "org.testcontainers.mysql.MySQLContainer", false, DockerSource.class.getClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      return "org.testcontainers:testcontainers-mysql 2.x is not on the class path";
    }
    return DockerServer.engineAnswers() ? null : "no container engine answers";
  }

  @Override
  public String howToGet() {
    return "Start a container engine and add org.testcontainers:testcontainers-mysql; -Dmysqlcluster.image=IMAGE, now "
        + image();
  }

  @Override
  public Supply supply(ClusterOptions options) throws IOException {
    return DockerServer.supply(options, image());
  }

  private static String image() {
    String named = System.getProperty("mysqlcluster.image");
    return named == null || named.isBlank() ? DEFAULT_IMAGE : named;
  }
}
