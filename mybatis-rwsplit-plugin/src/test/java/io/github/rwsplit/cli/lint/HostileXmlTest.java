package io.github.rwsplit.cli.lint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is checked may come from anybody. */
class HostileXmlTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE mapper SYSTEM '%s'><mapper/>",
        "<!DOCTYPE mapper [<!ENTITY e SYSTEM '%s'>]><mapper>&e;</mapper>",
        "<!DOCTYPE mapper [<!ENTITY %% p SYSTEM '%s'> %%p;]><mapper/>",
        "<mapper xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='%s'/></mapper>",
      })
  void address_isNotAsked(String file) throws Exception {
    try (ServerSocket address = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String url = "http://127.0.0.1:%d/x".formatted(address.getLocalPort());
      Piece.Tag root = XmlReader.read(file.formatted(url).getBytes(StandardCharsets.UTF_8));

      assertThat(root.name()).isEqualTo("mapper");
      address.setSoTimeout(1);
      assertThatThrownBy(address::accept).isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void entitiesThatGrow_areRefused() {
    StringBuilder file = new StringBuilder("<!DOCTYPE mapper [<!ENTITY e0 'ha'>");
    for (int i = 1; i < 30; i++) {
      file.append("<!ENTITY e%d '&e%d;&e%d;&e%d;'>".formatted(i, i - 1, i - 1, i - 1));
    }
    file.append("]><mapper>&e29;</mapper>");
    assertThatThrownBy(() -> XmlReader.read(file.toString()))
        .isInstanceOf(XmlReader.UnreadableException.class);
  }

  @Test
  void elementsWithinElementsWithoutEnd_areRefused() {
    int deep = 20_000;

    assertThatThrownBy(() -> XmlReader.read("<a>".repeat(deep) + "</a>".repeat(deep)))
        .isInstanceOf(XmlReader.UnreadableException.class)
        .hasMessageContaining("200 deep");
  }
}
