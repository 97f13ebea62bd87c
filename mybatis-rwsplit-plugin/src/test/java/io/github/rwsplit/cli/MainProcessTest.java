package io.github.rwsplit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The executable jar itself: what is in it, its help, version and completion. */
class MainProcessTest {

  @TempDir Path folder;

  @Test
  void version_isThatOfTheJar() throws Exception {
    AuditJar.Run run = AuditJar.run("--version");

    assertThat(run.exitCode()).isZero();
    assertThat(AuditJar.jar().getFileName().toString())
        .isEqualTo(
            "mybatis-rwsplit-plugin-"
                + run.out().lines().findFirst().orElse("").replace("mybatis-rwsplit ", "")
                + "-audit.jar");
  }

  @ParameterizedTest
  @ValueSource(strings = {"report", "candidates", "lint"})
  void help_teachesByExamples(String command) throws Exception {
    AuditJar.Run run = AuditJar.run(command, "--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("Examples:", "  " + command + " ", "--format", "--out");
    assertThat(AuditJar.run("help", command).out()).isEqualTo(run.out());
  }

  @Test
  void completion_isAScriptOfBash() throws Exception {
    AuditJar.Run run = AuditJar.run("generate-completion");
    Path script = Files.writeString(folder.resolve("completion"), run.out());

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("rwsplit-audit", "candidates", "--fail-on");
    Process bash = new ProcessBuilder("bash", "-n", script.toString()).inheritIO().start();
    assertThat(bash.waitFor()).isZero();
  }

  @Test
  void jar_hasNothingOfTheLibraryButWhatItNeeds() throws Exception {
    List<String> packages = new ArrayList<>();
    try (JarFile jar = new JarFile(AuditJar.jar().toFile())) {
      jar.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.startsWith("io/github/rwsplit/") && name.endsWith(".class"))
          .map(name -> name.split("/", -1)[3])
          .distinct()
          .sorted()
          .forEach(packages::add);
      assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class"))
          .isEqualTo("io.github.rwsplit.cli.Main");
    }
    assertThat(packages).containsExactly("annotation", "cli", "statement");
  }
}
