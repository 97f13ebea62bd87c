package io.github.rwsplit.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedArchiveTest {

  @TempDir Path folder;

  @Test
  void archiveOnTheClassPath_isTheOneThatIsKnown() throws IOException {
    assumeTrue(EmbeddedArchive.whyNot() == null, "there is no archive for this platform");

    Path unpacked = EmbeddedArchive.here().unpackInto(new CacheFolder(folder));

    assertThat(unpacked).isDirectory();
    assertThat(Files.exists(unpacked.resolve("bin/mysqld"))).isTrue();
  }

  @Test
  void anotherArchive_isRefusedUnlessItIsTrusted() {
    String other = "00".repeat(32);

    assertThatThrownBy(() -> EmbeddedArchive.verify(other, null))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("-Dmysqlcluster.sha256=" + other);
    assertThatThrownBy(() -> EmbeddedArchive.verify(other, "11".repeat(32)))
        .isInstanceOf(IOException.class);
    assertThatCode(() -> EmbeddedArchive.verify(other, other)).doesNotThrowAnyException();
  }
}
