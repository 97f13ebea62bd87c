package io.github.rwsplit.statement;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.apache.ibatis.session.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mybatis.spring.SqlSessionFactoryBean;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.UrlResource;

/** Each form in which a statement names the file it comes from. */
@ExtendWith(AcceptedAttributes.class)
class MapperResourceTest {

  private static final String ROAD = "io/github/rwsplit/statement/roads/RoadMapper.xml";
  private static final String MAPPER =
      MapperFiles.DOCTYPE
          + "><mapper namespace='a.M'><select id='x' consistency='EVENTUAL'>select 1</select>"
          + "</mapper>";

  @TempDir Path folder;
  private Path file = Path.of("");

  @TempDir static Path jars;
  private static Path jar = Path.of("");

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("A mapper [1].xml"), MAPPER);
  }

  @BeforeAll
  static void pack() throws IOException {
    jar = jars.resolve("mappers.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      entries.putNextEntry(new ZipEntry("mapper/InJar.xml"));
      entries.write(MAPPER.getBytes(UTF_8));
      entries.putNextEntry(new ZipEntry("jar/only/JarMapper.xml"));
      entries.write(MAPPER.replace("a.M", "jar.only.JarMapper").getBytes(UTF_8));
      entries.putNextEntry(new ZipEntry("jar/only/JarMapper.class"));
      entries.write(compiled());
    }
  }

  /** An interface that no other class loader sees. */
  private static byte[] compiled() throws IOException {
    Path source =
        Files.writeString(
            jars.resolve("JarMapper.java"),
            "package jar.only; public interface JarMapper { int x(); }");
    int failures =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-proc:none", "-d", jars.toString(), source.toString());
    assertThat(failures).isZero();
    return Files.readAllBytes(jars.resolve("jar/only/JarMapper.class"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ROAD,
        "class path resource [" + ROAD + "]",
        "FILE",
        "file [FILE]",
        "path [FILE]",
        "URL [FILE_URL]",
        "FILE_URL",
        "URL [jar:JAR_URL!/mapper/InJar.xml]",
        "jar:JAR_URL!/mapper/InJar.xml"
      })
  void open_everyFormThatNamesAPlace(String form) throws IOException {
    String resource =
        form.replace("FILE_URL", file.toUri().toString())
            .replace("JAR_URL", jar.toUri().toString())
            .replace("FILE", file.toString());
    try (InputStream in = MapperResource.open(resource, null)) {
      assertThat(MapperXml.read(in, text -> text).statements()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "orders",
        "no/such.xml",
        "class path resource [no/such.xml]",
        "file [/no/such.xml]",
        "URL [file:/no/such.xml]",
        "URL [nonsense]",
        "nonsense:/x",
        "Byte array resource [resource loaded from byte array]",
        "ServletContext resource [/WEB-INF/x.xml]"
      })
  void open_whatNamesNoPlace_fails(String resource) {
    assertThatThrownBy(() -> MapperResource.open(resource, null)).isInstanceOf(IOException.class);
  }

  @Test
  void fileInAJar_givenAsMapperLocation() throws Exception {
    Configuration configuration =
        located(new UrlResource("jar:" + jar.toUri() + "!/mapper/InJar.xml"));

    assertThat(configuration.getMappedStatement("a.M.x").getResource()).startsWith("URL [jar:");
    assertThat(MapperFiles.profile(configuration, "a.M.x").declaration())
        .isEqualTo(Declaration.of(EVENTUAL));
  }

  @Test
  void fileBesideAnInterface_thatOnlyItsOwnClassLoaderSees() throws Exception {
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()})) {
      Class<?> mapper = loader.loadClass("jar.only.JarMapper");
      Configuration configuration = MapperFiles.configuration();
      configuration.addMapper(mapper);

      StatementCatalog catalog = MapperFiles.catalog(configuration);
      assertThat(catalog.verify().text())
          .isEqualTo("0 STRONG, 0 SESSION, 1 EVENTUAL, 0 undeclared, 0 warnings");
    }
  }

  @Test
  void resourceWithoutAPlace_isWarnedAboutOnce_andItsAttributesAreNotSeen() throws Exception {
    Configuration configuration =
        located(
            new ByteArrayResource(
                MAPPER
                    .replace("</mapper>", "<select id='y'>select 2</select></mapper>")
                    .getBytes(UTF_8)));
    StatementCatalog catalog = MapperFiles.catalog(configuration);

    assertThat(catalog.verify().warnings())
        .containsExactly(
            "Byte array resource [resource loaded from byte array] cannot be read again, so"
                + " attributes in it are not seen; use @Consistency or rwsplit.declarations for its"
                + " statements, or load it from a class path resource, file or URL");
    assertThat(catalog.profile(configuration.getMappedStatement("a.M.x")).declaration()).isNull();
  }

  @Test
  void fileThatHasChangedSince_isWarnedAbout() throws Exception {
    Configuration configuration = located(new UrlResource(file.toUri()));
    Files.writeString(file, MAPPER.replace("id='x'", "id='renamed'"));

    assertThat(MapperFiles.catalog(configuration).verify().warnings())
        .containsExactly(
            "a.M.x is not found in the file that MyBatis names, so attributes it may have in XML"
                + " are not seen; use @Consistency or rwsplit.declarations for it ("
                + configuration.getMappedStatement("a.M.x").getResource()
                + ")");
  }

  private static Configuration located(Resource resource) throws Exception {
    SqlSessionFactoryBean bean = new SqlSessionFactoryBean();
    bean.setDataSource(new org.h2.jdbcx.JdbcDataSource());
    bean.setMapperLocations(resource);
    return bean.getObject().getConfiguration();
  }
}
