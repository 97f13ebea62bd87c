package io.github.rwsplit.samples.fatjar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.annotation.Consistency;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.commons.logging.LogFactory;
import org.apache.ibatis.session.SqlSessionFactory;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mybatis.spring.SqlSessionFactoryBean;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.loader.launch.JarLauncher;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.Resource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

/** Mapper XML in an executable jar of Spring Boot, whose resources are {@code jar:nested:} URLs. */
class FatJarTest {

  private static final String MAPPER =
      """
      <?xml version="1.0" encoding="UTF-8" ?>
      <!DOCTYPE mapper PUBLIC "-//mybatis.org//DTD Mapper 3.0//EN" "http://mybatis.org/dtd/mybatis-3-mapper.dtd">
      <mapper namespace="NAMESPACE">
        <select id="x" resultType="int" consistency="EVENTUAL">select 1</select>
      </mapper>
      """;

  /** One class of each jar that the application needs. */
  private static final List<Class<?>> LIBRARIES =
      List.of(
          RwSplitCluster.class,
          Consistency.class,
          SqlSessionFactory.class,
          SqlSessionFactoryBean.class,
          JdbcDataSource.class,
          HikariDataSource.class,
          Caffeine.class,
          LoggerFactory.class,
          LogFactory.class,
          Resource.class,
          BeanFactory.class,
          ApplicationContext.class,
          JdbcTemplate.class,
          PlatformTransactionManager.class);

  @TempDir Path folder;

  @Test
  void levels_areFoundInClassesInLibrariesAndBesideInterfaces() throws Exception {
    Path jar = folder.resolve("fat app.jar");
    pack(jar);

    assertThat(run(jar, "in.classes.x", "in.library.x", BesideMapper.class.getName() + ".beside"))
        .matches(
            """
            in.classes.x from .*!BOOT-INF/classes/!/mapper/InClasses.xml.*
            in.library.x from .*!BOOT-INF/lib/mappers.jar!/mapper/deep/InLibrary.xml.*
            .*BesideMapper.beside from io/github/rwsplit/samples/fatjar/BesideMapper.xml
            """);
  }

  private String run(Path jar, String... arguments) throws Exception {
    Path output = folder.resolve("output.txt");
    ProcessBuilder process =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-jar",
            jar.toString());
    process.command().addAll(List.of(arguments));
    process.redirectOutput(output.toFile()).redirectError(folder.resolve("error.txt").toFile());
    int exit = process.start().waitFor();
    assertThat(exit).as(Files.readString(folder.resolve("error.txt"))).isZero();
    return Files.readString(output);
  }

  /** As spring-boot-maven-plugin lays it out: loader unpacked, libraries stored. */
  private static void pack(Path jar) throws Exception {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      add(
          out,
          "META-INF/MANIFEST.MF",
          """
          Manifest-Version: 1.0
          Main-Class: %s
          Start-Class: %s
          Spring-Boot-Classes: BOOT-INF/classes/
          Spring-Boot-Lib: BOOT-INF/lib/

          """
              .formatted(JarLauncher.class.getName(), FatJarMain.class.getName())
              .getBytes(UTF_8));
      copyEntries(place(JarLauncher.class), out);
      directory(out, "BOOT-INF/");
      directory(out, "BOOT-INF/classes/");
      for (Class<?> own : List.of(FatJarMain.class, BesideMapper.class)) {
        addResource(out, own.getName().replace('.', '/') + ".class");
      }
      addResource(out, BesideMapper.class.getName().replace('.', '/') + ".xml");
      directory(out, "BOOT-INF/classes/mapper/");
      add(out, "BOOT-INF/classes/mapper/InClasses.xml", mapper("in.classes"));
      directory(out, "BOOT-INF/lib/");
      store(out, "BOOT-INF/lib/mappers.jar", library());
      int number = 0;
      for (Class<?> library : LIBRARIES) {
        Path place = place(library);
        byte[] content = Files.isDirectory(place) ? zip(place) : Files.readAllBytes(place);
        store(out, "BOOT-INF/lib/library-" + number++ + ".jar", content);
      }
    }
  }

  private static byte[] library() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarOutputStream out = new JarOutputStream(bytes)) {
      directory(out, "mapper/");
      directory(out, "mapper/deep/");
      add(out, "mapper/deep/InLibrary.xml", mapper("in.library"));
    }
    return bytes.toByteArray();
  }

  private static byte[] mapper(String namespace) {
    return MAPPER.replace("NAMESPACE", namespace).getBytes(UTF_8);
  }

  private static Path place(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static byte[] zip(Path directory) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarOutputStream out = new JarOutputStream(bytes);
        Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = directory.relativize(file).toString().replace('\\', '/');
        add(out, name, Files.readAllBytes(file));
      }
    }
    return bytes.toByteArray();
  }

  private static void copyEntries(Path jar, JarOutputStream out) throws IOException {
    try (InputStream file = Files.newInputStream(jar);
        ZipInputStream in = new ZipInputStream(file)) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        if (!entry.getName().startsWith("META-INF/MANIFEST")) {
          add(out, entry.getName(), in.readAllBytes());
        }
      }
    }
  }

  private static void addResource(JarOutputStream out, String name) throws IOException {
    try (InputStream in = FatJarTest.class.getClassLoader().getResourceAsStream(name)) {
      add(out, "BOOT-INF/classes/" + name, in.readAllBytes());
    }
  }

  private static void directory(JarOutputStream out, String name) throws IOException {
    add(out, name, new byte[0]);
  }

  private static void add(JarOutputStream out, String name, byte[] content) throws IOException {
    out.putNextEntry(new ZipEntry(name));
    out.write(content);
    out.closeEntry();
  }

  private static void store(JarOutputStream out, String name, byte[] content) throws IOException {
    CRC32 crc = new CRC32();
    crc.update(content);
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(content.length);
    entry.setCrc(crc.getValue());
    out.putNextEntry(entry);
    out.write(content);
    out.closeEntry();
  }
}
