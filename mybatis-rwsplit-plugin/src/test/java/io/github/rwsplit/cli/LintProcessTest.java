package io.github.rwsplit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code lint}, started as a process, on mappers as a project has them. */
class LintProcessTest {

  private static final String JAVA =
      """
      package shop;

      import io.github.rwsplit.annotation.*;
      import org.apache.ibatis.annotations.*;

      @Consistency(ConsistencyLevel.EVENTUAL)
      public interface ItemMapper {

        /** page() in a comment is not it. */
        @Select("SELECT id FROM item LIMIT 10")
        java.util.List<Long> page();

        @Consistency(ConsistencyLevel.SESSION)
        @Select("SELECT id FROM item WHERE id = #{id} FOR UPDATE")
        Long lock(long id);

        @Consistency(ConsistencyLevel.EVENTUAL)
        @Insert("INSERT INTO item (id) VALUES (#{id})")
        int add(long id);

        @Consistency(value = ConsistencyLevel.EVENTUAL, maxLag = "30")
        @Select({"<script>", "SELECT id FROM item", "<if test='id != null'>WHERE id = #{id}</if>",
            "</script>"})
        Long late(Long id);

        @Consistency(ConsistencyLevel.SESSION)
        Long inXml(long id);
      }
      """;

  private static final String XML =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE mapper PUBLIC "-//mybatis.org//DTD Mapper 3.0//EN" "http://127.0.0.1:9/mapper.dtd">
      <mapper namespace="shop.ItemMapper">
        <select id="inXml" consistency="EVENTUAL"
                resultType="long">
          SELECT id FROM item WHERE id = #{id}
        </select>
      </mapper>
      """;

  private static final String ORDERS =
      """
      <mapper namespace="shop.OrderMapper">
        <resultMap id="whole" type="shop.Order">
          <collection property="lines" column="id" select="lines"/>
        </resultMap>
        <select id="orders" consistency="EVENTUAL" resultMap="whole">SELECT id FROM orders</select>
        <select id="lines" consistency="STRONG" resultType="map">SELECT 1 FROM line</select>
        <select id="open" resultType="map">SELECT 1 FROM orders</select>
        <update id="close" consistency="STRONG">UPDATE orders SET open = 0</update>
      </mapper>
      """;

  @TempDir Path project;

  @BeforeEach
  void writeProject() throws IOException {
    Path java = write("src/main/java/shop/ItemMapper.java", JAVA);
    write("src/main/resources/mapper/ItemMapper.xml", XML);
    write("src/main/resources/mapper/OrderMapper.xml", ORDERS);
    write("target/classes/mapper/OrderMapper.xml", ORDERS);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    int failed =
        compiler.run(
            null,
            null,
            null,
            "-proc:none",
            "-cp",
            System.getProperty("java.class.path"),
            "-d",
            project.resolve("target/classes").toString(),
            java.toString());
    assertThat(failed).isZero();
  }

  private Path write(String name, String text) throws IOException {
    Path file = project.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private AuditJar.Run lint(String... more) throws Exception {
    return AuditJar.run(
        Stream.concat(
                Stream.of(
                    "lint",
                    project.resolve("src/main/resources").toString(),
                    project.resolve("target/classes").toString()),
                Stream.of(more))
            .toArray(String[]::new));
  }

  @Test
  void everyMistake_isFoundOnce_atItsLineInTheSource() throws Exception {
    AuditJar.Run run = lint();

    String java = project + "/src/main/java/shop/ItemMapper.java:";
    String items = project + "/src/main/resources/mapper/ItemMapper.xml:";
    String orders = project + "/src/main/resources/mapper/OrderMapper.xml:";
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("4 errors and 2 warnings");
    assertThat(run.out().lines().map(String::strip))
        .contains(
            "error LEVEL_ON_WRITE: A level on an insert, update or delete, which always go"
                + " to the primary")
        .anyMatch(line -> line.startsWith(java + "19 shop.ItemMapper.add must be a select"))
        .anyMatch(line -> line.startsWith(orders + "8 shop.OrderMapper.close must be a select"))
        .anyMatch(
            line ->
                line.startsWith(
                    items
                        + "4 shop.ItemMapper.inXml must declare the same in XML and in its"
                        + " annotation, but is EVENTUAL in XML and SESSION at "
                        + java
                        + "27"))
        .anyMatch(line -> line.startsWith(java + "24 shop.ItemMapper.late maxLag of"))
        .anyMatch(
            line ->
                line.startsWith(
                    java + "15 shop.ItemMapper.lock declares SESSION, but its SQL is LOCKING_READ"))
        .anyMatch(
            line ->
                line.startsWith(
                    orders
                        + "5 shop.OrderMapper.orders declares EVENTUAL, but loads"
                        + " shop.OrderMapper.lines, which needs STRONG"));
  }

  @Test
  void everyStatement_isListedWithItsLevel() throws Exception {
    assertThat(lint().out().lines().map(line -> line.replaceAll(" +", " ")))
        .anyMatch(line -> line.startsWith("shop.ItemMapper.page select EVENTUAL EVENTUAL READ"))
        .anyMatch(line -> line.startsWith("shop.OrderMapper.open select undeclared primary READ"))
        .anyMatch(line -> line.startsWith("shop.OrderMapper.orders select EVENTUAL STRONG READ"))
        .anyMatch(line -> line.startsWith("shop.OrderMapper.close update primary WRITE"));
  }

  @Test
  void failOn_andUndeclared_choose_whatIsBad() throws Exception {
    Path clean = project.resolve("clean");
    Files.createDirectories(clean);
    Files.writeString(
        clean.resolve("m.xml"),
        "<mapper namespace='m'><select id='a'>SELECT 1 FROM t</select></mapper>");

    assertThat(AuditJar.run("lint", clean.toString()).exitCode()).isZero();
    assertThat(AuditJar.run("lint", clean.toString(), "--undeclared", "fail").exitCode())
        .isEqualTo(1);
    assertThat(AuditJar.run("lint", clean.toString(), "--fail-on", "note").exitCode()).isEqualTo(1);
    assertThat(lint("--fail-on", "none").exitCode()).isZero();
  }

  @Test
  void config_declaresToo_andNamesItsMistakes() throws Exception {
    Path config =
        write(
            "application.yml",
            """
            rwsplit:
              declarations:
                - { statements: ["shop.OrderMapper.open"], level: EVENTUAL }
                - { statements: ["shop.Missing.*"], level: EVENTUAL }
            """);

    AuditJar.Run run = lint("--config", config.toString());

    assertThat(run.out().replaceAll(" +", " "))
        .contains("shop.OrderMapper.open select EVENTUAL EVENTUAL READ")
        .contains("shop.Missing.* must match at least one select");
  }

  @Test
  void sarif_isVersion210_withRulesAndLines() throws Exception {
    AuditJar.Run run = lint("--format", "sarif");

    assertThat(run.out())
        .contains(
            "\"version\" : \"2.1.0\"",
            "\"ruleId\" : \"CONTRADICTION\"",
            "\"startLine\" : 4",
            "\"fullyQualifiedName\" : \"shop.ItemMapper.inXml\"",
            "/src/main/resources/mapper/ItemMapper.xml\"");
    try (JsonParser json = new JsonFactory().createParser(run.out())) {
      while (json.nextToken() != null) {
        assertThat(json.currentToken()).isNotNull();
      }
    }
  }

  @Test
  void executableJar_isReadToItsInnerJars() throws Exception {
    ByteArrayOutputStream inner = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(inner)) {
      put(zip, "mapper/OrderMapper.xml", ORDERS.getBytes(StandardCharsets.UTF_8));
    }
    Path jar = project.resolve("app.jar");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      byte[] type = Files.readAllBytes(project.resolve("target/classes/shop/ItemMapper.class"));
      put(zip, "BOOT-INF/classes/shop/ItemMapper.class", type);
      put(zip, "BOOT-INF/lib/orders.jar", inner.toByteArray());
    }

    AuditJar.Run run = AuditJar.run("lint", jar.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains("shop.ItemMapper.page", "shop.OrderMapper.orders")
        .contains("app.jar!/BOOT-INF/lib/orders.jar!/mapper/OrderMapper.xml:5");
  }

  private static void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(content);
    zip.closeEntry();
  }

  @Test
  void hostileFile_readsNothingElse_andIsNamed() throws Exception {
    Path secret = Files.writeString(project.resolve("secret.txt"), "SECRET");
    Path folder = Files.createDirectories(project.resolve("hostile"));
    Files.writeString(
        folder.resolve("entity.xml"),
        "<!DOCTYPE mapper [<!ENTITY s SYSTEM '"
            + secret.toUri()
            + "'>]><mapper namespace='m'><select id='a'>&s;</select></mapper>");
    Files.writeString(folder.resolve("broken.xml"), "<mapper namespace='m'>\n<select id='b'>");
    Files.write(folder.resolve("Broken.class"), new byte[] {1, 2, 3});
    Files.write(folder.resolve("broken.jar"), List.of("no archive"));

    AuditJar.Run run = AuditJar.run("lint", folder.toString(), "--format", "json");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .doesNotContain("SECRET")
        .contains("broken.xml", "\"line\" : 2", "Broken.class", "is no readable XML");
    assertThat(run.err()).doesNotContain("\tat ");
  }

  @Test
  void nothingToCheck_isNotClean() throws Exception {
    Path empty = Files.createDirectories(project.resolve("empty"));

    AuditJar.Run nothing = AuditJar.run("lint", empty.toString());
    AuditJar.Run missing = AuditJar.run("lint", project.resolve("missing").toString());

    assertThat(nothing.exitCode()).isEqualTo(3);
    assertThat(nothing.err()).contains("no mapped statement under");
    assertThat(missing.exitCode()).isEqualTo(3);
    assertThat(missing.err()).contains("missing does not exist");
  }
}
