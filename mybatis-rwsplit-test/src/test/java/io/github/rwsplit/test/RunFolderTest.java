package io.github.rwsplit.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {

  @TempDir Path root;

  @Test
  void sweep_folderOfLivingJvm_isLeftAlone() throws IOException {
    CacheFolder cache = new CacheFolder(root);
    try (RunFolder run = RunFolder.create(cache)) {
      RunFolder.sweep(cache);

      assertThat(run.path()).exists();
    }
    assertThat(root).isDirectoryNotContaining("glob:**run-*");
  }

  @Test
  void sweep_crashedJvm_endsItsServerAndNoOther() throws Exception {
    CacheFolder cache = new CacheFolder(root);
    Process crashing = start(CrashingJvm.class);
    long serverPid;
    try (BufferedReader reader = crashing.inputReader()) {
      serverPid = Long.parseLong(reader.readLine());
    }
    assertThat(crashing.waitFor(30, TimeUnit.SECONDS)).isTrue();
    ProcessHandle server = ProcessHandle.of(serverPid).orElseThrow();
    assertThat(server.isAlive()).isTrue();
    Process bystander = new ProcessBuilder("sleep", "600").start();
    try {
      Path left = leftFolder();
      // a number that was given to another process since
      Files.writeString(left.resolve("other.pid"), Long.toString(bystander.pid()));

      RunFolder.sweep(cache);

      assertThat(server.isAlive()).isFalse();
      assertThat(bystander.isAlive()).isTrue();
      assertThat(left).doesNotExist();
    } finally {
      bystander.destroyForcibly();
      server.destroyForcibly();
    }
  }

  /** Our own sweep opens the locks of all folders, ours among them. */
  @Test
  void sweep_byAnotherJvmAfterOneOfOurs_leavesOurFolder() throws Exception {
    CacheFolder cache = new CacheFolder(root);
    try (RunFolder run = RunFolder.create(cache)) {
      RunFolder.sweep(cache);
      Process sweeping = start(SweepingJvm.class);
      assertThat(sweeping.waitFor(60, TimeUnit.SECONDS)).isTrue();

      assertThat(sweeping.exitValue()).isZero();
      assertThat(run.path()).exists();
    }
  }

  private Process start(Class<?> main) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            main.getName(),
            root.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private Path leftFolder() throws IOException {
    try (Stream<Path> folders = Files.list(root)) {
      return folders
          .filter(path -> path.getFileName().toString().startsWith("run-"))
          .findFirst()
          .orElseThrow();
    }
  }

  /** Does what every JVM does before its first cluster. */
  static final class SweepingJvm {
    public static void main(String[] args) throws IOException {
      RunFolder.sweep(new CacheFolder(Path.of(args[0])));
    }
  }

  /**
   * Starts something that names its run folder, as a server does, says its number, and dies without
   * any clean-up.
   */
  static final class CrashingJvm {
    public static void main(String[] args) throws IOException {
      RunFolder run = RunFolder.create(new CacheFolder(Path.of(args[0])));
      Process server =
          new ProcessBuilder("sh", "-c", "while :; do sleep 1; done", run.path() + "/data").start();
      Files.writeString(run.path().resolve("primary.pid"), Long.toString(server.pid()));
      System.out.println(server.pid());
      System.out.flush();
      Runtime.getRuntime().halt(1);
    }
  }
}
