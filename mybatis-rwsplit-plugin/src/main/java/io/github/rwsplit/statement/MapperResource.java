package io.github.rwsplit.statement;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.ibatis.io.Resources;
import org.jspecify.annotations.Nullable;

/**
 * Opens a mapper file again by what {@code MappedStatement.getResource()} says. That is a label for
 * error messages: the text a {@code mappers} element carries, or the description of a Spring
 * resource, or whatever a caller of {@code XMLMapperBuilder} made up.
 */
final class MapperResource {

  private static final Pattern SPRING = Pattern.compile("([A-Za-z ]+) \\[(.*)]");
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final String ANNOTATIONS = ".java (best guess)";

  private MapperResource() {}

  /** Tells whether the label says that the statement comes from XML. */
  static boolean isXml(@Nullable String resource) {
    return resource != null && !resource.endsWith(ANNOTATIONS);
  }

  /**
   * Opens a mapper file.
   *
   * @param resource what the mapped statement says
   * @param mapper the class loader of the mapper interface, which may be the only one that sees the
   *     file; null: there is no such interface
   * @throws IOException if the label leads to nothing
   */
  static InputStream open(String resource, @Nullable ClassLoader mapper) throws IOException {
    Matcher spring = SPRING.matcher(resource);
    if (!spring.matches()) {
      return openPlain(resource, mapper);
    }
    String inner = spring.group(2);
    return switch (spring.group(1)) {
      case "class path resource" -> Resources.getResourceAsStream(mapper, inner);
      case "file", "path" -> openFile(inner);
      case "URL" -> openUrl(new URL(inner));
      default -> throw new FileNotFoundException(resource);
    };
  }

  private static InputStream openPlain(String resource, @Nullable ClassLoader mapper)
      throws IOException {
    if (resource.indexOf(':') > 1) {
      try {
        return openUrl(new URL(resource));
      } catch (MalformedURLException e) {
        return openFile(resource);
      }
    }
    try {
      return Resources.getResourceAsStream(mapper, resource);
    } catch (IOException notOnClassPath) {
      return openFile(resource);
    }
  }

  private static InputStream openFile(String path) throws IOException {
    try {
      return Files.newInputStream(Path.of(path));
    } catch (InvalidPathException e) {
      throw new IOException(e);
    }
  }

  private static InputStream openUrl(URL url) throws IOException {
    URLConnection connection = url.openConnection();
    // a cached jar file stays open, and on some systems locked, for the life of the JVM
    connection.setUseCaches(false);
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    return connection.getInputStream();
  }
}
