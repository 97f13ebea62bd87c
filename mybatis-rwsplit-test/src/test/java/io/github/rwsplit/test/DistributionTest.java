package io.github.rwsplit.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionTest {

  @TempDir Path home;

  private Distribution saying(String version) throws IOException {
    Path mysqld = home.resolve("mysqld");
    Files.writeString(mysqld, "#!/bin/sh\necho '" + version + "'\n");
    Files.setPosixFilePermissions(mysqld, PosixFilePermissions.fromString("rwx------"));
    return Distribution.of(home, mysqld, Map.of());
  }

  @Test
  void of_vendorsServer_hasItsVersion() throws IOException {
    assertThat(
            saying("mysqld  Ver 8.0.31 for Linux on x86_64 (MySQL Community Server - GPL)")
                .version())
        .isEqualTo("8.0.31");
    Files.delete(home.resolve("mysqld"));
    assertThat(saying("mysqld  Ver 9.7.4-2 for Linux on x86_64 ((Debian))").version())
        .isEqualTo("9.7.4");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysqld  Ver 8.0.25 for Linux on x86_64 (MySQL Community Server - GPL)",
        "mysqld  Ver 5.7.44 for Linux on x86_64 (MySQL Community Server (GPL))",
        "mysqld  Ver 11.4.5-MariaDB for debian-linux-gnu on x86_64",
      })
  void of_otherServer_isRefused(String version) {
    assertThatThrownBy(() -> saying(version))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("must be MySQL");
  }

  @Test
  void locations_packagedLayout_areGivenAsOptions() throws IOException {
    Files.createDirectories(home.resolve("lib/mysql/plugin"));
    Files.createDirectories(home.resolve("share/mysql/english"));
    Files.createDirectories(home.resolve("share/mysql/charsets"));

    assertThat(saying("mysqld  Ver 9.7.4-2 for Linux").locations())
        .containsExactly(
            "--basedir=" + home,
            "--plugin-dir=" + home.resolve("lib/mysql/plugin"),
            "--lc-messages-dir=" + home.resolve("share/mysql"),
            "--character-sets-dir=" + home.resolve("share/mysql/charsets"));
  }
}
