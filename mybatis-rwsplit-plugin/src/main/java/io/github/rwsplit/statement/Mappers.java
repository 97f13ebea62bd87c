package io.github.rwsplit.statement;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.ibatis.io.Resources;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.parsing.PropertyParser;
import org.apache.ibatis.session.Configuration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The interfaces and files behind statements, each looked up once. */
final class Mappers {

  private static final Logger LOG = LoggerFactory.getLogger(Mappers.class);

  private final Configuration configuration;
  private final Consumer<String> warnings;
  private final Map<String, Optional<MapperInterface>> interfaces = new HashMap<>();
  private final Map<String, Optional<MapperXml>> files = new HashMap<>();

  Mappers(Configuration configuration, Consumer<String> warnings) {
    this.configuration = configuration;
    this.warnings = warnings;
    for (Class<?> type : configuration.getMapperRegistry().getMappers()) {
      interfaces.put(type.getName(), Optional.of(new MapperInterface(type)));
    }
  }

  /** The interface that a namespace names; null: it names none. */
  @Nullable MapperInterface ofNamespace(String namespace) {
    return interfaces.computeIfAbsent(namespace, this::load).orElse(null);
  }

  private Optional<MapperInterface> load(String namespace) {
    try {
      Class<?> type = Resources.classForName(namespace);
      // a class that runs statements itself is a bean, and its annotations mean what a bean's mean
      return type.isInterface() ? Optional.of(new MapperInterface(type)) : Optional.empty();
    } catch (ClassNotFoundException e) {
      LOG.debug("Namespace {} names no class", namespace);
    } catch (LinkageError e) {
      warnings.accept(namespace + " cannot be loaded, so its annotations are not seen: " + e);
    }
    return Optional.empty();
  }

  /**
   * The file that a statement comes from; null: it comes from none, or the file cannot be read
   * again or does not hold it, of which the last two are warned about.
   */
  @Nullable MapperXml xml(MappedStatement statement, @Nullable MapperInterface mapper) {
    String resource = statement.getResource();
    if (resource == null || !MapperResource.isXml(resource)) {
      return null;
    }
    MapperXml file = files.computeIfAbsent(resource, name -> read(name, mapper)).orElse(null);
    if (file == null) {
      return null;
    }
    if (!file.statements()
        .containsKey(new MapperXml.Key(statement.getId(), statement.getDatabaseId()))) {
      warnings.accept(
          statement.getId()
              + " is not found in the file that MyBatis names, so attributes it may have in XML are"
              + " not seen; use @Consistency or rwsplit.declarations for it ("
              + resource
              + ")");
      return null;
    }
    return file;
  }

  private Optional<MapperXml> read(String resource, @Nullable MapperInterface mapper) {
    ClassLoader loader = mapper == null ? null : mapper.type().getClassLoader();
    try (InputStream in = MapperResource.open(resource, loader)) {
      return Optional.of(
          MapperXml.read(in, text -> PropertyParser.parse(text, configuration.getVariables())));
    } catch (IOException e) {
      LOG.debug("{} cannot be read again", resource, e);
      warnings.accept(
          resource
              + " cannot be read again, so attributes in it are not seen; use @Consistency or"
              + " rwsplit.declarations for its statements, or load it from a class path resource,"
              + " file or URL");
      return Optional.empty();
    }
  }
}
