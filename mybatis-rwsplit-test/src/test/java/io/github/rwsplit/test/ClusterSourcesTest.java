package io.github.rwsplit.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class ClusterSourcesTest {

  private static final List<ClusterSource> NONE_FITS =
      List.of(new ExternalSource(new Properties()));

  @Test
  void choose_unknownName_namesTheSources() {
    assertThatThrownBy(() -> ClusterSources.choose("podman", ClusterSources.all()))
        .isInstanceOf(MySqlClusterException.class)
        .hasMessage(
            "mysqlcluster.source must be one of [external, embedded, docker, local], but was podman");
  }

  @Test
  void choose_namedSourceDoesNotFit_saysWhyAndHowToGetIt() {
    assertThatThrownBy(() -> ClusterSources.choose("external", NONE_FITS))
        .hasMessageContaining("mysqlcluster.external.primary is not set")
        .hasMessageContaining("Set -Dmysqlcluster.external.primary=URL");
  }

  @Test
  void all_everySource_saysHowToGetIt() {
    assertThat(ClusterSources.all())
        .allSatisfy(source -> assertThat(source.howToGet()).contains("-Dmysqlcluster."));
  }

  @Test
  void external_url_isTakenApart() {
    assertThat(ExternalServer.Target.parse("jdbc:mysql://db.example:3307/shop?useSSL=false"))
        .isEqualTo(new ExternalServer.Target(new Server.Address("db.example", 3307), "shop"));
    assertThatThrownBy(() -> ExternalServer.Target.parse("jdbc:mariadb://x/y"))
        .hasMessageContaining(
            "must be jdbc:mysql://HOST:PORT/DATABASE, but was jdbc:mariadb://x/y");
  }
}
