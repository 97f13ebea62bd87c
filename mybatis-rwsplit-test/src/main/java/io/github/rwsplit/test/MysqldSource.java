package io.github.rwsplit.test;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Servers as child processes: from the archive on the class path, or from a MySQL that is installed
 * here.
 */
final class MysqldSource implements ClusterSource {

  /** Finds the program; throws IOException with the reason where there is none that starts. */
  private interface Finder {
    Distribution find(CacheFolder cache) throws IOException;
  }

  private final String name;
  private final Finder finder;
  private final CacheFolder cache = CacheFolder.configured();
  private @Nullable Distribution found;

  private MysqldSource(String name, Finder finder) {
    this.name = name;
    this.finder = finder;
  }

  static MysqldSource embedded() {
    return new MysqldSource("embedded", MysqldSource::unpacked);
  }

  static MysqldSource local() {
    return new MysqldSource("local", cache -> installed());
  }

  private static Distribution unpacked(CacheFolder cache) throws IOException {
    String reason = EmbeddedArchive.whyNot();
    if (reason != null) {
      throw new IOException(reason);
    }
    Path home = EmbeddedArchive.here().unpackInto(cache);
    Path mysqld = home.resolve("bin/mysqld");
    return Distribution.of(home, mysqld, new SharedLibraries(cache).environmentFor(mysqld));
  }

  private static Distribution installed() throws IOException {
    String home = System.getProperty("mysqlcluster.home");
    if (home != null && !home.isBlank()) {
      Path folder = Path.of(home).toAbsolutePath().normalize();
      for (String program :
          List.of("bin/mysqld", "sbin/mysqld", "usr/sbin/mysqld", "libexec/mysqld")) {
        Path mysqld = folder.resolve(program);
        if (Files.isExecutable(mysqld)) {
          return Distribution.of(baseOf(mysqld), mysqld, Map.of());
        }
      }
      throw new IOException(
          "mysqlcluster.home must contain bin/mysqld or sbin/mysqld, but " + folder + " does not");
    }
    Optional<Path> mysqld = onPath();
    if (mysqld.isEmpty()) {
      throw new IOException("mysqlcluster.home is not set and there is no mysqld on PATH");
    }
    return Distribution.of(baseOf(mysqld.get()), mysqld.get(), Map.of());
  }

  private static Path baseOf(Path mysqld) throws IOException {
    Path base = mysqld.toRealPath().resolve("../..").normalize();
    return base;
  }

  private static Optional<Path> onPath() {
    List<String> folders = new ArrayList<>();
    String path = System.getenv("PATH");
    if (path != null) {
      folders.addAll(List.of(path.split(File.pathSeparator)));
    }
    // where packages put it, though it is on few users' PATH
    folders.add("/usr/sbin");
    return folders.stream()
        .filter(folder -> !folder.isBlank())
        .map(folder -> Path.of(folder).resolve("mysqld"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public @Nullable String whyNot() {
    try {
      distribution();
      return null;
    } catch (IOException e) {
      return e.getMessage() == null ? e.toString() : e.getMessage();
    }
  }

  private Distribution distribution() throws IOException {
    Distribution current = found;
    if (current == null) {
      current = finder.find(cache);
      found = current;
    }
    return current;
  }

  @Override
  public String howToGet() {
    return name.equals("embedded")
        ? "Needs Linux or macOS on x86-64 and a folder to unpack to (-Dmysqlcluster.cache=FOLDER, now "
            + cache.root()
            + ")"
        : "Install MySQL 8.0.26 or later, or name one by -Dmysqlcluster.home=FOLDER";
  }

  @Override
  public Supply supply(ClusterOptions options) throws IOException {
    Distribution distribution = distribution();
    Accounts accounts = Accounts.random(options.database());
    RunFolder run = RunFolder.create(cache);
    Path template = DataTemplate.of(distribution, cache);
    List<MysqldServer> servers = new ArrayList<>();
    for (NodePlan plan : options.plans()) {
      servers.add(new MysqldServer(plan, distribution, accounts, template, run, cache));
    }
    return new Supply(
        servers,
        accounts,
        "MySQL " + distribution.version() + " at " + distribution.mysqld(),
        true,
        run::close);
  }
}
