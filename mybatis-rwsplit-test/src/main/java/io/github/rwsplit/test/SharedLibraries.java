package io.github.rwsplit.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the shared libraries that MySQL's Linux binaries need and that fresh Debian and Ubuntu
 * systems may lack.
 *
 * <p>The loader itself says what is missing. It is then looked for under its newer name, and on
 * Debian and Ubuntu taken from the distribution's own package, unpacked into the cache without
 * root.
 */
final class SharedLibraries {

  private static final Logger log = LoggerFactory.getLogger(SharedLibraries.class);
  private static final Pattern MISSING =
      Pattern.compile(
          "error while loading shared libraries: (\\S+): cannot open shared object file");
  private static final Duration QUICK = Duration.ofSeconds(30);
  private static final Duration DOWNLOAD = Duration.ofMinutes(3);

  /** The file name asked for, the name it has elsewhere, and the packages that contain it. */
  private record Library(String fileName, String newerName, List<String> packages, String rpm) {}

  private static final List<Library> KNOWN =
      List.of(
          new Library("libaio.so.1", "libaio.so.1t64", List.of("libaio1t64", "libaio1"), "libaio"),
          new Library("libnuma.so.1", "libnuma.so.1", List.of("libnuma1"), "numactl-libs"));

  private final CacheFolder cache;
  private final List<Path> directories;

  SharedLibraries(CacheFolder cache) {
    this(cache, systemDirectories());
  }

  SharedLibraries(CacheFolder cache, List<Path> directories) {
    this.cache = cache;
    this.directories = directories;
  }

  /**
   * The environment with which the program starts: empty where the system has all that it needs.
   */
  Map<String, String> environmentFor(Path program) throws IOException {
    List<Path> found = new ArrayList<>();
    while (true) {
      Map<String, String> environment = loaderPath(found);
      Commands.Outcome outcome =
          Commands.run(
              List.of(program.toString(), "--no-defaults", "--version"), null, environment, QUICK);
      Matcher missing = MISSING.matcher(outcome.output());
      if (!missing.find()) {
        return environment;
      }
      String name = missing.group(1);
      Path folder = folderWith(name);
      if (found.contains(folder)) {
        throw new IOException(
            "%s was put into %s, but the loader does not take it".formatted(name, folder));
      }
      found.add(folder);
    }
  }

  private static Map<String, String> loaderPath(List<Path> folders) {
    if (folders.isEmpty()) {
      return Map.of();
    }
    String before = System.getenv("LD_LIBRARY_PATH");
    Stream<String> own = folders.stream().map(Path::toString);
    Stream<String> all =
        before == null || before.isBlank() ? own : Stream.concat(own, Stream.of(before));
    return Map.of("LD_LIBRARY_PATH", all.collect(Collectors.joining(":")));
  }

  /** A folder of the cache in which the library lies under the name asked for. */
  private Path folderWith(String name) throws IOException {
    for (Library library : KNOWN) {
      if (library.fileName.equals(name)) {
        return cache.once("lib-" + name + "-" + system(), folder -> provide(library, folder));
      }
    }
    throw new IOException(
        "The shared library " + name + " is missing; install the package that contains it");
  }

  private void provide(Library library, Path folder) throws IOException {
    Path link = folder.resolve(library.fileName);
    for (Path directory : directories) {
      Path candidate = directory.resolve(library.newerName);
      if (Files.exists(candidate)) {
        Files.createSymbolicLink(link, candidate);
        return;
      }
    }
    String reason;
    try {
      Optional<Path> file = unpackPackage(library, folder.resolve("package"));
      if (file.isPresent()) {
        Files.createSymbolicLink(link, folder.relativize(file.get()));
        return;
      }
      reason = "and apt-get could not download its package";
    } catch (IOException e) {
      log.debug("No package was fetched for {}", library.fileName, e);
      reason = "and this system has no apt-get and dpkg to fetch its package with";
    }
    throw new IOException(
        "%s is missing, %s. Install it: apt-get install %s (Debian, Ubuntu), dnf install %s (Fedora, RHEL)"
            .formatted(
                library.fileName, reason, String.join(" or ", library.packages), library.rpm));
  }

  /** Package lists, downloads and files stay in {@code work}: nothing of the system is changed. */
  private static Optional<Path> unpackPackage(Library library, Path work) throws IOException {
    log.info(
        "{} is missing here; fetching the distribution's package into the cache", library.fileName);
    Path lists = Files.createDirectories(work.resolve("lists"));
    Files.createDirectories(lists.resolve("partial"));
    Path downloads = Files.createDirectories(work.resolve("cache"));
    Files.createDirectories(downloads.resolve("archives/partial"));
    List<String> apt = new ArrayList<>(List.of("apt-get", "-qq"));
    for (String option :
        List.of(
            "Dir::State::lists=" + lists,
            "Dir::Cache=" + downloads,
            "APT::Sandbox::User=" + System.getProperty("user.name"),
            "Acquire::Languages=none")) {
      apt.addAll(List.of("-o", option));
    }
    // a broken third-party source fails the update as a whole; what counts is whether the package
    // can be had
    Commands.Outcome update = Commands.run(with(apt, "update"), work, Map.of(), DOWNLOAD);
    log.debug("apt-get update ended with {}: {}", update.exitCode(), update.output());
    Optional<Path> file = Optional.empty();
    for (String name : library.packages) {
      Commands.Outcome download =
          Commands.run(with(apt, "download", name), work, Map.of(), DOWNLOAD);
      log.debug(
          "apt-get download {} ended with {}: {}", name, download.exitCode(), download.output());
      Optional<Path> deb = find(work, path -> path.getFileName().toString().endsWith(".deb"));
      if (download.succeeded() && deb.isPresent()) {
        Path files = work.resolve("files");
        Commands.run(
            List.of("dpkg", "-x", deb.get().toString(), files.toString()), work, Map.of(), QUICK);
        file = find(files, path -> path.getFileName().toString().startsWith(library.fileName));
        break;
      }
    }
    Folders.delete(lists);
    Folders.delete(downloads);
    return file;
  }

  private static List<String> with(List<String> command, String... more) {
    List<String> whole = new ArrayList<>(command);
    whole.addAll(List.of(more));
    return whole;
  }

  private static Optional<Path> find(Path folder, Predicate<Path> wanted) throws IOException {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths
          .filter(path -> !Files.isDirectory(path) && Files.exists(path))
          .filter(wanted)
          .sorted()
          .findFirst();
    }
  }

  private static List<Path> systemDirectories() {
    List<Path> directories = new ArrayList<>();
    for (String name :
        List.of(
            "/lib/x86_64-linux-gnu",
            "/usr/lib/x86_64-linux-gnu",
            "/lib64",
            "/usr/lib64",
            "/usr/lib",
            "/lib")) {
      directories.add(Path.of(name));
    }
    for (String ldconfig : List.of("/sbin/ldconfig", "/usr/sbin/ldconfig")) {
      if (Files.isExecutable(Path.of(ldconfig))) {
        try {
          Commands.run(List.of(ldconfig, "-p"), null, Map.of(), QUICK)
              .output()
              .lines()
              .filter(line -> line.contains("x86-64") && line.contains("=> /"))
              .map(line -> Path.of(line.substring(line.indexOf("=> /") + 3)).getParent())
              .filter(directory -> directory != null && !directories.contains(directory))
              .forEach(directories::add);
        } catch (IOException e) {
          log.debug("{} does not run here; only the usual folders are searched", ldconfig, e);
        }
        break;
      }
    }
    return directories;
  }

  /** The cache may be shared by containers of several systems, whose libraries differ. */
  private static String system() throws IOException {
    Path release = Path.of("/etc/os-release");
    if (!Files.isReadable(release)) {
      return "linux";
    }
    return Files.readAllLines(release).stream()
        .filter(line -> line.startsWith("ID=") || line.startsWith("VERSION_ID="))
        .map(
            line ->
                line.substring(line.indexOf('=') + 1)
                    .replaceAll("[^A-Za-z0-9.]", "")
                    .toLowerCase(Locale.ROOT))
        .sorted()
        .collect(Collectors.joining("-"));
  }
}
