package io.github.rwsplit.test;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract on servers in containers; run by the Maven profile {@code docker}. */
@Tag("docker")
class DockerMySqlClusterTest extends MySqlClusterContract {

  private final MySqlCluster cluster;

  DockerMySqlClusterTest(MySqlCluster cluster) {
    super(cluster);
    this.cluster = cluster;
  }

  @Test
  void source_ofThisLane_isDocker() {
    assertThat(cluster.source()).startsWith("docker, image ");
  }
}
