package io.github.rwsplit.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedLibrariesTest {

  @TempDir Path root;

  /**
   * Something that starts only when the loader's path has the library, and else says what a loader
   * says.
   */
  private Path programNeeding(String library) throws IOException {
    Path program = root.resolve("program");
    Files.writeString(
        program,
        """
        #!/bin/sh
        [ -e "${LD_LIBRARY_PATH%%%%:*}/%1$s" ] && exit 0
        echo "program: error while loading shared libraries: %1$s: cannot open shared object file: No such file"
        exit 127
        """
            .formatted(library));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return program;
  }

  @Test
  void environmentFor_libraryUnderItsNewerName_isLinkedUnderTheOldOne() throws IOException {
    Path system = Files.createDirectory(root.resolve("system"));
    Path newer = Files.createFile(system.resolve("libaio.so.1t64"));
    SharedLibraries libraries =
        new SharedLibraries(new CacheFolder(root.resolve("cache")), List.of(system));

    String path =
        libraries.environmentFor(programNeeding("libaio.so.1")).getOrDefault("LD_LIBRARY_PATH", "");

    assertThat(Path.of(path.split(":", 2)[0], "libaio.so.1").toRealPath())
        .isEqualTo(newer.toRealPath());
  }

  @Test
  void environmentFor_nothingMissing_changesNothing() throws IOException {
    SharedLibraries libraries =
        new SharedLibraries(new CacheFolder(root.resolve("cache")), List.of());

    assertThat(libraries.environmentFor(Path.of("/bin/echo"))).isEmpty();
  }

  @Test
  void environmentFor_unknownLibrary_isNamed() throws IOException {
    SharedLibraries libraries =
        new SharedLibraries(new CacheFolder(root.resolve("cache")), List.of());
    Path program = programNeeding("libodd.so.3");

    assertThatThrownBy(() -> libraries.environmentFor(program))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "The shared library libodd.so.3 is missing; install the package that contains it");
  }
}
