package io.github.rwsplit.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The library's own reading of a mapper file: it takes no other file, no address and no bomb. */
class HostileXmlTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!ENTITY e SYSTEM '%s'>",
        "<!ENTITY e PUBLIC 'x' '%s'>",
        "<!ENTITY %% p SYSTEM '%s'> %%p; <!ENTITY e 'x'>",
      })
  void entityElsewhere_isNotFetched(String entity) throws IOException {
    Path secret = Files.writeString(folder.resolve("secret.txt"), "SECRET");
    try (ServerSocket address = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      for (String system :
          new String[] {
            secret.toUri().toString(), "http://127.0.0.1:%d/e".formatted(address.getLocalPort())
          }) {
        MapperXml read = read(entity.formatted(system), "<select id='a'>&e;</select>");

        assertThat(read.toString()).contains("m.a").doesNotContain("SECRET");
      }
      address.setSoTimeout(1);
      assertThatThrownBy(address::accept).isInstanceOf(java.net.SocketTimeoutException.class);
    }
  }

  @Test
  void dtdElsewhere_isNotFetched() throws IOException {
    try (ServerSocket address = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String doctype =
          "<!DOCTYPE mapper SYSTEM 'http://127.0.0.1:%d/m.dtd'>".formatted(address.getLocalPort());
      assertThat(parse(doctype + "<mapper namespace='m'><select id='a'/></mapper>").statements())
          .hasSize(1);
      address.setSoTimeout(1);
      assertThatThrownBy(address::accept).isInstanceOf(java.net.SocketTimeoutException.class);
    }
  }

  @Test
  void entitiesThatGrow_areRefused() {
    StringBuilder entities = new StringBuilder("<!ENTITY e0 'ha'>");
    for (int i = 1; i < 30; i++) {
      entities.append("<!ENTITY e%d '&e%d;&e%d;&e%d;'>".formatted(i, i - 1, i - 1, i - 1));
    }
    assertThatThrownBy(() -> read(entities.toString(), "<select id='a'>&e29;</select>"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is no readable XML");
  }

  private static MapperXml read(String subset, String statements) throws IOException {
    return parse(
        "<!DOCTYPE mapper [" + subset + "]><mapper namespace='m'>" + statements + "</mapper>");
  }

  private static MapperXml parse(String text) throws IOException {
    return MapperXml.read(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), value -> value);
  }
}
