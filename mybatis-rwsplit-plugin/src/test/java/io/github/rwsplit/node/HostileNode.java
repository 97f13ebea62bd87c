package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.hostile.Target;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Any text as a server's set of GTIDs, and any as an address. */
public final class HostileNode implements Target {

  private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";

  @Override
  public List<byte[]> seeds() {
    return List.of(
            UUID + ":1-5:7,\n" + UUID.replace('3', '4') + ":1-3",
            UUID + ":1-5:orders:1-2",
            "jdbc:mysql://u:p@h1:3306,u:p@h2/shop?a=b&password=p%20q&c",
            "jdbc:mysql://address=(host=h)(port=1)(user=u)(password=p)/shop",
            "jdbc:mysql://(host=h,port=1,user=u,password=p)/shop?x=%41",
            "jdbc:p6spy:mysql://h/shop",
            "jdbc:h2:mem:x;PASSWORD=p")
        .stream()
        .map(text -> text.getBytes(StandardCharsets.UTF_8))
        .toList();
  }

  @Override
  public List<String> words() {
    return List.of(
        ":",
        "-",
        ",",
        "9223372036854775807",
        "9223372036854775808",
        "0",
        UUID,
        "%",
        "%4",
        "%zz",
        "?",
        "&",
        "=",
        "@",
        "//",
        "/",
        "(",
        ")",
        ";",
        "password=",
        "\u0663",
        "\u0000");
  }

  @Override
  public void take(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    try {
      GtidSet set = GtidSet.parse(text);
      assertThat(set.contains(set)).isTrue();
      assertThat(GtidSet.parse(set.toString()).contains(set)).isTrue();
    } catch (IllegalArgumentException refused) {
      assertThat(refused).hasMessageContaining("is not a GTID set");
    }
    assertThat(JdbcUrls.shown(text).length()).isLessThanOrEqualTo(4 * text.length() + 16);
    JdbcUrls.database(text);
    JdbcUrls.parameters(text);
  }
}
