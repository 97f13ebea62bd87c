package io.github.rwsplit.statement;

import io.github.rwsplit.statement.DeclarationSettings.DeclaredStatements;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.ibatis.builder.xml.XMLMapperBuilder;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.h2.jdbcx.JdbcDataSource;

/** Writes and loads small mapper files, and makes what belongs to them. */
final class MapperFiles {

  static final String DOCTYPE =
      "<!DOCTYPE mapper PUBLIC \"-//mybatis.org//DTD Mapper 3.0//EN\""
          + " \"https://mybatis.org/dtd/mybatis-3-mapper.dtd\"";

  private MapperFiles() {}

  static Configuration configuration() {
    JdbcDataSource h2 = new JdbcDataSource();
    h2.setUrl("jdbc:h2:mem:");
    return new Configuration(new Environment("test", new JdbcTransactionFactory(), h2));
  }

  /** Writes a file and loads it, as a Spring file resource is; answers how MyBatis names it. */
  static String load(Configuration configuration, Path folder, String mapper) {
    return load(configuration, folder, DOCTYPE + ">", mapper);
  }

  static String load(Configuration configuration, Path folder, String doctype, String mapper) {
    try {
      Path file = Files.createTempFile(folder, "Mapper", ".xml");
      Files.writeString(file, doctype + "\n" + mapper);
      String resource = "file [" + file + "]";
      load(configuration, doctype, mapper, resource);
      return resource;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static void load(Configuration configuration, String doctype, String mapper, String resource) {
    byte[] text = (doctype + "\n" + mapper).getBytes(StandardCharsets.UTF_8);
    new XMLMapperBuilder(
            new ByteArrayInputStream(text),
            configuration,
            resource,
            configuration.getSqlFragments())
        .parse();
  }

  static StatementCatalog catalog(Configuration configuration, DeclaredStatements... declared) {
    return new StatementCatalog(configuration, settings(false, declared));
  }

  static DeclarationSettings settings(boolean failUndeclared, DeclaredStatements... declared) {
    return new DeclarationSettings(
        List.of(declared), Set.of("online", "reporting"), Duration.ofMillis(100), failUndeclared);
  }

  static StatementProfile profile(Configuration configuration, String id) {
    return catalog(configuration).profile(configuration.getMappedStatement(id));
  }
}
